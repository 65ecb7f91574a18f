package io.sallyport.policycompiler;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.PathPattern;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/**
 * The position of a path pattern in the table of its host.
 *
 * @param prefix one of the prefixes of every path that it covers
 * @param path the further condition on the whole path
 */
record PathKey(String prefix, Path path) {
    /** A request offers the root and this many segments as prefixes. */
    private static final int MAX_SEGMENTS = CanonicalPath.MAX_PREFIXES - 1;

    /** The condition on a whole path. */
    sealed interface Path {
        /** Returns the form that the library reads. */
        RegoValue value();
    }

    /** Any path. */
    record Free() implements Path {
        @Override
        public RegoValue value() {
            return ANYTHING;
        }
    }

    /** Exactly this path. */
    record Exact(String text) implements Path {
        @Override
        public RegoValue value() {
            return RegoString.of(text);
        }
    }

    /** Paths that match an anchored expression. */
    record Matching(String re2) implements Path {
        @Override
        public RegoValue value() {
            return HostKey.matching(re2);
        }
    }

    /** Paths that match both expressions. */
    record MatchingBoth(String re2, String within) implements Path {
        @Override
        public RegoValue value() {
            RegoArray both = RegoArray.of(List.of(RegoString.of(re2), RegoString.of(within)));
            return RegoObject.growing().put("both", both).sealed();
        }
    }

    private static final RegoString ANYTHING = RegoString.of("*");

    static PathKey of(PathPattern pattern) {
        String prefix = prefixOf(pattern.literals());
        Path path = switch (pattern.rest()) {
            case PathPattern.Rest.Nothing _ -> new Exact(pattern.prefix());
            case PathPattern.Rest.Matching(var re2, var within, var _) ->
                within == null ? new Matching(re2) : new MatchingBoth(re2, within);
            case PathPattern.Rest.Anything _ ->
                prefix.equals(pattern.prefix()) ? new Free() : new Matching(below(pattern.prefix()));
        };
        return new PathKey(prefix, path);
    }

    /** Returns the longest prefix of the literals that every path beginning with them offers. */
    private static String prefixOf(List<String> literals) {
        int segments = Math.min(literals.size(), MAX_SEGMENTS);
        while (segments > 0 && literals.get(segments - 1).isEmpty()) {
            segments--;
        }
        return "/" + String.join("/", literals.subList(0, segments));
    }

    private static String below(String prefix) {
        return "^" + Re2.quote(prefix) + "(?:/.*)?$";
    }
}
