package io.sallyport.model.placeholder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands for the credentials of a sandbox without containing them. Immutable.
 *
 * @param variables environment variables that have a placeholder
 * @param files that have one
 */
public record SandboxPlaceholders(Map<String, String> variables, List<PlaceholderFile> files) {
    public static final SandboxPlaceholders NONE = new SandboxPlaceholders(Map.of(), List.of());

    public SandboxPlaceholders {
        variables = Map.copyOf(variables);
        files = List.copyOf(files);
    }

    /** Returns those of both; of variables with one name that of {@code other}. */
    public SandboxPlaceholders with(SandboxPlaceholders other) {
        Map<String, String> allVariables = new HashMap<>(variables);
        allVariables.putAll(other.variables);
        List<PlaceholderFile> allFiles = new ArrayList<>(files);
        allFiles.addAll(other.files);
        return new SandboxPlaceholders(allVariables, allFiles);
    }
}
