package io.sallyport.policycompiler;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.PathPattern;
import java.util.List;

/**
 * Where a path pattern stands in the table of its host.
 *
 * @param prefix one of the prefixes that every path it covers has
 * @param path what the whole path must be beside that: {@code *} for nothing, the path itself, or an anchored RE2
 *     expression
 */
record PathKey(String prefix, String path) {
    /** A request offers the root and so many segments. */
    private static final int MAX_SEGMENTS = CanonicalPath.MAX_PREFIXES - 1;

    static final String FREE = "*";

    static PathKey of(PathPattern pattern) {
        String prefix = prefixOf(pattern.literals());
        return switch (pattern.rest()) {
            case PathPattern.Rest.Nothing _ -> new PathKey(prefix, pattern.prefix());
            case PathPattern.Rest.Matching matching -> new PathKey(prefix, anchored(matching.re2()));
            case PathPattern.Rest.Anything _ ->
                new PathKey(prefix, prefix.equals(pattern.prefix()) ? FREE : below(pattern.prefix()));
        };
    }

    /** The longest prefix of the literals that each path they begin offers. */
    private static String prefixOf(List<String> literals) {
        int segments = Math.min(literals.size(), MAX_SEGMENTS);
        while (segments > 0 && literals.get(segments - 1).isEmpty()) {
            segments--;
        }
        return "/" + String.join("/", literals.subList(0, segments));
    }

    /** The library tells an expression from a path by how it begins. */
    private static String anchored(String re2) {
        return re2.startsWith("^") ? re2 : "^(?:" + re2 + ")$";
    }

    private static String below(String prefix) {
        return "^" + Re2.quote(prefix) + "(?:/.*)?$";
    }
}
