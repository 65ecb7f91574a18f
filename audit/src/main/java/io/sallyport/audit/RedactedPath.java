package io.sallyport.audit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of canonical paths, by segments: a star is one segment, two stars at the end are any number of them.
 * Compared without regard to the case of ASCII letters: a record rather says less.
 * Immutable.
 *
 * @param text as written, which stands in records in place of what it covers
 */
public record RedactedPath(String text) {
    private static final int MAX_CHARS = 1_000;
    private static final String REST = "**";

    /** Returns null if {@code text} is no pattern. */
    public static @Nullable RedactedPath parse(String text) {
        String[] segments = text.split("/", -1);
        boolean isPattern = text.startsWith("/")
                && text.length() <= MAX_CHARS
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '?' && c != '#')
                && Arrays.stream(segments).allMatch(RedactedPath::isSegment)
                && Arrays.asList(segments).indexOf(REST) % segments.length
                        == (text.endsWith("/" + REST) ? segments.length - 1 : -1);
        return isPattern ? new RedactedPath(text) : null;
    }

    private static boolean isSegment(String segment) {
        return segment.equals("*") || segment.equals(REST) || !segment.contains("*");
    }

    boolean covers(String path) {
        String[] wanted = text.split("/", -1);
        String[] given = path.split("/", -1);
        boolean isOpen = wanted[wanted.length - 1].equals(REST);
        int compared = isOpen ? wanted.length - 1 : wanted.length;
        if (isOpen ? given.length < compared : given.length != compared) {
            return false;
        }
        for (int i = 0; i < compared; i++) {
            if (!wanted[i].equals("*") && !wanted[i].equalsIgnoreCase(given[i])) {
                return false;
            }
        }
        return true;
    }
}
