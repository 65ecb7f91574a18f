package io.sallyport.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical paths that a grant covers: leading literal segments, and what may follow. Readers of documents
 * translate their own dialect into it.
 *
 * @param literals canonical segments that the path must begin with; {@code /a/b} has {@code a} and {@code b}, {@code /}
 *     and "anything" have none
 * @param rest what may follow them
 */
public record PathPattern(List<String> literals, Rest rest) {
    /** Covers every path. */
    public static final PathPattern ANY = new PathPattern(List.of(), new Rest.Anything());

    /** Covers every path but is still a condition, so that a grant with it is checked on each request. */
    public static final PathPattern LOOKED_AT = new PathPattern(List.of(), new Rest.Matching("^/.*$", "**"));

    public PathPattern {
        literals = List.copyOf(literals);
    }

    public boolean coversAll() {
        return literals.isEmpty() && rest instanceof Rest.Anything;
    }

    /** Returns whether it covers every path, be it as a condition or as none. */
    public boolean coversEveryPath() {
        return coversAll() || equals(LOOKED_AT);
    }

    /** What may follow the literal segments. */
    public sealed interface Rest {
        /** Nothing: the path is exactly the literals ({@code /} if there are none). */
        record Nothing() implements Rest {}

        /** Nothing, a trailing slash, or any further segments: the meaning of {@code /**} in a lease. */
        record Anything() implements Rest {}

        /**
         * The WHOLE path must match {@code re2}, an anchored RE2 expression from the reader's translation.
         *
         * @param within a second such expression that it must also match, if a document narrows a pattern by another;
         *     or null
         * @param source the pattern as written, for people
         */
        record Matching(String re2, @Nullable String within, String source) implements Rest {
            /** A match against one expression. */
            public Matching(String re2, String source) {
                this(re2, null, source);
            }
        }
    }

    /** Returns the literal prefix as path text, {@code /} if there are no literals. */
    public String prefix() {
        return "/" + String.join("/", literals);
    }

    /** Returns the anchored expressions that the whole path must match; empty if prefix and rest are sufficient. */
    public List<String> expressions() {
        return switch (rest) {
            case Rest.Nothing _, Rest.Anything _ -> List.of();
            case Rest.Matching(var re2, var within, var _) -> within == null ? List.of(re2) : List.of(re2, within);
        };
    }
}
