package io.sallyport.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The query of a request: its text is sent byte for byte; its parameters are what policy sees.
 *
 * <p>A query that cannot be read (a bad percent escape, not UTF-8, a raw {@code ;}, more than 256 parameters) has no
 * parameters at all ({@link #parameters} is null), and a policy that comes to read them refuses the request.
 */
public final class CanonicalQuery {
    /** No {@code ?} in the target. */
    public static final CanonicalQuery NONE = new CanonicalQuery(null);

    private final @Nullable String text;
    private @Nullable Reading reading; // made at first use; threads that race make equal ones

    private CanonicalQuery(@Nullable String text) {
        this.text = text;
    }

    /** Reads what stands after the {@code ?}; {@code raw} is already known to hold no control or non-ASCII characters. */
    public static CanonicalQuery parse(String raw) {
        return new CanonicalQuery(raw);
    }

    /** As it came, without the {@code ?}; null where the target had none. */
    public @Nullable String text() {
        return text;
    }

    /** Decoded names to decoded values in order of appearance; null where the query cannot be read. */
    public @Nullable Map<String, List<String>> parameters() {
        Reading known = reading;
        if (known == null) {
            known = new Reading(text == null ? Map.of() : QueryParser.parameters(text));
            reading = known;
        }
        return known.parameters;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalQuery that && (text == null ? that.text == null : text.equals(that.text));
    }

    @Override
    public int hashCode() {
        return text == null ? 0 : text.hashCode();
    }

    @Override
    public String toString() {
        return text == null ? "" : "?" + text;
    }

    /** What came of reading; a holder, so that "not readable" and "not read yet" are two things. */
    private record Reading(@Nullable Map<String, List<String>> parameters) {}
}
