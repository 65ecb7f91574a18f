package io.sallyport.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a runner hands in around a harness, as text and unread. Nothing else is opened for what a harness names.
 *
 * @param files documents by the paths that the harness names, or by any name where it names their hashes
 * @param profiles names of profiles that count beside those that the harness attaches
 * @param forge the platform whose part of the harness counts, as {@code github}, or null
 */
public record HarnessFiles(
        Map<String, String> files,
        List<String> profiles,
        @Nullable String forge) {
    public static final HarnessFiles NOTHING = new HarnessFiles(Map.of(), List.of(), null);

    public HarnessFiles {
        files = Map.copyOf(files);
        profiles = List.copyOf(profiles);
    }
}
