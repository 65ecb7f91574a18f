package io.sallyport.model;

import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request path in its one canonical form: what is judged is what is sent. Source: RFC 3986 sections 3.3 and 6.2.2.
 *
 * <p>Parsing the text of a canonical path again, in the same dialect, gives an equal one.
 */
public final class CanonicalPath {
    /** The path of an origin without one. */
    public static final CanonicalPath ROOT = new CanonicalPath("/");

    /** Limit of the {@link #prefixes} that policy sees. */
    public static final int MAX_PREFIXES = 16;

    /** A slash that is part of a segment: only a dialect that keeps it has such paths. */
    public static final String ENCODED_SLASH = "%2F";

    private final String text;
    private @Nullable List<String> segments; // created lazily, like prefixes; racing threads create equal lists
    private @Nullable List<String> prefixes;

    /** Called only with text that a parser found canonical. */
    CanonicalPath(String text) {
        this.text = text;
    }

    /** Parses the path of a request target, without query. Never throws, never guesses. */
    public static Parsed<CanonicalPath> parse(String raw) {
        return parse(raw, PolicyDialect.STRICT);
    }

    /** Parses it as a dialect of network policies reads paths. */
    public static Parsed<CanonicalPath> parse(String raw, PolicyDialect dialect) {
        return PathParser.parse(raw, dialect);
    }

    /** Returns whether a segment has a slash in it, which its target may take for one between segments. */
    public boolean hasEncodedSlash() {
        return text.contains(ENCODED_SLASH);
    }

    /** Returns the path. It begins with a slash; percent triplets are upper case and used only where necessary. */
    public String text() {
        return text;
    }

    /**
     * Returns the text between the slashes: no segments for {@code /}, a last empty one if the path ends in a slash.
     */
    public List<String> segments() {
        List<String> known = segments;
        if (known == null) {
            known = text.length() == 1 ? List.of() : segmentsOf(text);
            segments = known;
        }
        return known;
    }

    private static List<String> segmentsOf(String text) {
        List<String> found = new ArrayList<>();
        int from = 1;
        for (int slash = text.indexOf('/', from); slash >= 0; slash = text.indexOf('/', from)) {
            found.add(text.substring(from, slash));
            from = slash + 1;
        }
        found.add(text.substring(from));
        return List.copyOf(found);
    }

    /**
     * Returns {@code /}, {@code /a}, {@code /a/b} ..., at most {@link #MAX_PREFIXES}, shortest first. Each after the
     * root is the root and the first segments, so the last prefix of {@code /a/} is {@code /a/}.
     */
    public List<String> prefixes() {
        List<String> known = prefixes;
        if (known == null) {
            known = prefixesOf(text);
            prefixes = known;
        }
        return known;
    }

    private static List<String> prefixesOf(String text) {
        List<String> found = new ArrayList<>();
        found.add("/");
        int end = 0;
        while (text.length() > 1 && end < text.length() && found.size() < MAX_PREFIXES) {
            int slash = text.indexOf('/', end + 1);
            end = slash < 0 ? text.length() : slash;
            found.add(text.substring(0, end));
        }
        return List.copyOf(found);
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
}
