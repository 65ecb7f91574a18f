package io.sallyport.inference;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A member of an object, or an item of an array, and where its value stands in the bytes of a JSON text that is
 * known to be valid.
 *
 * @param rawName the name between its quotes, as written; empty for an item
 * @param from the index of the value's first byte
 * @param to the index after its last byte
 */
record MemberSpan(String rawName, int from, int to) {
    /**
     * Returns the members or items of the object or array that begins at {@code begin}; none if a scalar begins there.
     */
    static List<MemberSpan> of(byte[] json, int begin) {
        if (json[begin] != '{' && json[begin] != '[') {
            return List.of();
        }
        List<MemberSpan> found = new ArrayList<>();
        int at = space(json, begin + 1);
        while (json[at] != '}' && json[at] != ']') {
            String name = "";
            if (json[begin] == '{') {
                int end = afterString(json, at);
                name = new String(json, at + 1, end - at - 2, StandardCharsets.UTF_8);
                at = space(json, space(json, end) + 1);
            }
            int end = afterValue(json, at);
            found.add(new MemberSpan(name, at, end));
            at = space(json, end);
            at = json[at] == ',' ? space(json, at + 1) : at;
        }
        return found;
    }

    /** Returns the index of the next byte that is no white space (RFC 8259 section 2). */
    static int space(byte[] json, int from) {
        int at = from;
        while (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t') {
            at++;
        }
        return at;
    }

    /** Returns the index after the value that begins at {@code begin}. */
    static int afterValue(byte[] json, int begin) {
        int depth = 0;
        int at = begin;
        do {
            switch (json[at]) {
                case '"' -> at = afterString(json, at);
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at = depth == 0 ? afterWord(json, at) : at + 1;
            }
        } while (depth > 0);
        return at;
    }

    private static int afterString(byte[] json, int begin) {
        int at = begin + 1;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    /** A number, {@code true}, {@code false} or {@code null}. */
    private static int afterWord(byte[] json, int begin) {
        int at = begin;
        while (at < json.length && ",]} \n\r\t".indexOf(json[at]) < 0) {
            at++;
        }
        return at;
    }
}
