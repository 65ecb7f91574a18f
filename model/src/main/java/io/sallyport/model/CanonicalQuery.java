package io.sallyport.model;

import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The query of a request. Its text is sent byte for byte; policy sees its parameters.
 *
 * <p>An unreadable query (a bad percent escape, not UTF-8, a raw {@code ;}, more than 256 parameters) has no parameters
 * at all ({@link #parameters} is null), and a policy that reads them refuses the request.
 */
public final class CanonicalQuery {
    /** No {@code ?} in the target. */
    public static final CanonicalQuery NONE = new CanonicalQuery(null, PolicyDialect.STRICT);

    private final @Nullable String text;
    private final boolean semicolons;
    private @Nullable Reading reading; // created lazily; racing threads create equal ones

    private CanonicalQuery(@Nullable String text, PolicyDialect dialect) {
        this.text = text;
        this.semicolons = dialect.has(PolicySwitch.QUERY_SEMICOLON);
    }

    /** Wraps the text after the {@code ?}, which must not contain control or non-ASCII characters. */
    public static CanonicalQuery parse(String raw) {
        return parse(raw, PolicyDialect.STRICT);
    }

    /** Wraps it as a dialect reads it, in which {@code ;} may be an ordinary character. */
    static CanonicalQuery parse(String raw, PolicyDialect dialect) {
        return new CanonicalQuery(raw, dialect);
    }

    /** Returns the text as received, without the {@code ?}; null if the target had none. */
    public @Nullable String text() {
        return text;
    }

    /** Returns decoded names to decoded values in order of appearance; null if the query is unreadable. */
    public @Nullable Map<String, List<String>> parameters() {
        Reading known = reading;
        if (known == null) {
            known = new Reading(text == null ? Map.of() : QueryParser.parameters(text, semicolons));
            reading = known;
        }
        return known.parameters;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalQuery that
                && semicolons == that.semicolons
                && (text == null ? that.text == null : text.equals(that.text));
    }

    @Override
    public int hashCode() {
        return text == null ? 0 : text.hashCode();
    }

    @Override
    public String toString() {
        return text == null ? "" : "?" + text;
    }

    /** The result of reading; a holder, to distinguish "unreadable" from "not read yet". */
    private record Reading(@Nullable Map<String, List<String>> parameters) {}
}
