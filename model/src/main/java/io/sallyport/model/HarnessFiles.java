package io.sallyport.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a runner submits along with a harness, as unparsed text. No other file is opened for what a harness names.
 *
 * @param files documents by the path that the harness names, or by any name if the harness names their hashes
 * @param profiles names of profiles that apply in addition to those that the harness attaches
 * @param forge the platform whose part of the harness applies, such as {@code github}, or null
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
