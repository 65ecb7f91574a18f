package io.sallyport.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request path in its one canonical form: what is judged is what is sent. Source: RFC 3986 sections 3.3 and 6.2.2.
 *
 * <p>Parsing the text of a canonical path again gives an equal one.
 */
public final class CanonicalPath {
    /** The path of an origin without one. */
    public static final CanonicalPath ROOT = new CanonicalPath("/", List.of(), List.of("/"));

    /** How many of {@link #prefixes} are offered to policy. */
    public static final int MAX_PREFIXES = 16;

    private final String text;
    private final List<String> segments;
    private final List<String> prefixes;

    CanonicalPath(String text, List<String> segments, List<String> prefixes) {
        this.text = text;
        this.segments = List.copyOf(segments);
        this.prefixes = List.copyOf(prefixes);
    }

    /** Reads the path of a request target, without query. Never throws, never guesses. */
    public static Parsed parse(String raw) {
        return PathParser.parse(raw);
    }

    /** Begins with a slash; percent triplets are upper case and only where they must be. */
    public String text() {
        return text;
    }

    /** What stands between the slashes: none for {@code /}, a last empty one where the path ends in a slash. */
    public List<String> segments() {
        return segments;
    }

    /** {@code /}, {@code /a}, {@code /a/b} ..., at most {@link #MAX_PREFIXES}, shortest first. */
    public List<String> prefixes() {
        return prefixes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalPath that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** A canonical path, or why there is none. */
    public sealed interface Parsed {}

    public record Accepted(CanonicalPath path) implements Parsed {}

    /** Refused; {@code at} is the index of the first offending char. */
    public record Rejected(String why, int at) implements Parsed {}
}
