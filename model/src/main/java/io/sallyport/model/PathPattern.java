package io.sallyport.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which canonical paths a grant covers: literal segments from the left, and what may follow. Readers of documents
 * translate their own dialect into it.
 *
 * @param literals canonical segments that the path must begin with; {@code /a/b} has {@code a} and {@code b}, {@code /}
 *     and "anything" have none
 * @param rest what stands after them
 */
public record PathPattern(List<String> literals, Rest rest) {
    /** Covers every path. */
    public static final PathPattern ANY = new PathPattern(List.of(), new Rest.Anything());

    public PathPattern {
        literals = List.copyOf(literals);
    }

    public boolean coversAll() {
        return literals.isEmpty() && rest instanceof Rest.Anything;
    }

    /** What may follow the literal segments. */
    public sealed interface Rest {
        /** Nothing: the path is exactly the literals ({@code /} where there are none). */
        record Nothing() implements Rest {}

        /** Nothing, a trailing slash, or any further segments: what {@code /**} means in a lease. */
        record Anything() implements Rest {}

        /**
         * The WHOLE path must match {@code re2}, an anchored RE2 expression made by the reader's one translation.
         *
         * @param within another such expression that it must match as well, or null: where a document narrows a pattern by
         *     a second one
         * @param source the pattern as written, for people
         */
        record Matching(String re2, @Nullable String within, String source) implements Rest {
            /** By one expression. */
            public Matching(String re2, String source) {
                this(re2, null, source);
            }
        }
    }

    /** The literal prefix as path text, {@code /} where there are no literals. */
    public String prefix() {
        return "/" + String.join("/", literals);
    }

    /** The anchored expressions that the whole path must match, all of them; none where prefix and rest say it all. */
    public List<String> expressions() {
        return switch (rest) {
            case Rest.Nothing _, Rest.Anything _ -> List.of();
            case Rest.Matching(var re2, var within, var _) -> within == null ? List.of(re2) : List.of(re2, within);
        };
    }
}
