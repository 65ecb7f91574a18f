package io.sallyport.leasebridge;

import io.sallyport.model.PathPattern;
import java.util.Arrays;
import java.util.List;

/** Splits the path of a lease pattern into its leading literal segments, for the index, and the rest. */
final class PathPatterns {
    private PathPatterns() {}

    /** Splits {@code path}, which is canonical except for its stars. */
    static PathPattern of(String path, Glob glob) {
        List<String> segments =
                path.equals("/") ? List.of() : Arrays.asList(path.substring(1).split("/", -1));
        int literal = 0;
        while (literal < segments.size() && segments.get(literal).indexOf('*') < 0) {
            literal++;
        }
        List<String> rest = segments.subList(literal, segments.size());
        return new PathPattern(segments.subList(0, literal), rest(rest, path, glob));
    }

    private static PathPattern.Rest rest(List<String> rest, String path, Glob glob) {
        if (rest.isEmpty()) {
            return new PathPattern.Rest.Nothing();
        }
        return rest.stream().allMatch(PathPatterns::isMany)
                ? new PathPattern.Rest.Anything()
                : new PathPattern.Rest.Matching(glob.re2(), path);
    }

    private static boolean isMany(String segment) {
        return segment.length() > 1 && segment.chars().allMatch(c -> c == '*');
    }
}
