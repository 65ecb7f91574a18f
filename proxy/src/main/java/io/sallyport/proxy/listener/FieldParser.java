package io.sallyport.proxy.listener;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Field lines to {@link HeaderFields}: no folding, no space before the colon, no control characters (RFC 9112 section
 * 5).
 */
final class FieldParser {
    private FieldParser() {}

    /**
     * Reads the lines of {@code bytes} from {@code from} to {@code to}, of which the last, and only the last, is empty.
     *
     * @return null where a line is none
     */
    static @Nullable HeaderFields parse(byte[] bytes, int from, int to) {
        HeaderFields fields = new HeaderFields();
        int at = from;
        while (bytes[at] != '\r') {
            int colon = at;
            while (Tokens.isToken(bytes[colon])) {
                colon++;
            }
            if (colon == at || bytes[colon] != ':') {
                return null;
            }
            int end = valueEnd(bytes, colon + 1);
            if (bytes[end] != '\r' || bytes[end + 1] != '\n') {
                return null;
            }
            fields.add(text(bytes, at, colon), trimmed(bytes, colon + 1, end));
            at = end + 2;
        }
        return at + 2 == to ? fields : null;
    }

    private static int valueEnd(byte[] bytes, int from) {
        int end = from;
        while (Tokens.isValue(bytes[end])) {
            end++;
        }
        return end;
    }

    private static String trimmed(byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && Tokens.isBlank(bytes[start])) {
            start++;
        }
        while (end > start && Tokens.isBlank(bytes[end - 1])) {
            end--;
        }
        return text(bytes, start, end);
    }

    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
