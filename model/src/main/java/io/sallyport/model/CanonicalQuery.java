package io.sallyport.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The query of a request: its text is sent byte for byte; its parameters are what policy sees.
 *
 * <p>A query that cannot be read (a bad percent escape, not UTF-8) has no parameters at all ({@link #parameters} is
 * null), and a policy that comes to read them refuses the request.
 */
public final class CanonicalQuery {
    /** No {@code ?} in the target. */
    public static final CanonicalQuery NONE = new CanonicalQuery(null, Map.of());

    private final @Nullable String text;
    private final @Nullable Map<String, List<String>> parameters;

    CanonicalQuery(@Nullable String text, @Nullable Map<String, List<String>> parameters) {
        this.text = text;
        this.parameters = parameters;
    }

    /** Reads what stands after the {@code ?}; {@code raw} is already known to hold no control or non-ASCII characters. */
    public static CanonicalQuery parse(String raw) {
        return QueryParser.parse(raw);
    }

    /** As it came, without the {@code ?}; null where the target had none. */
    public @Nullable String text() {
        return text;
    }

    /** Decoded names to decoded values in order of appearance; null where the query cannot be read. */
    public @Nullable Map<String, List<String>> parameters() {
        return parameters;
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
}
