package io.sallyport.admin;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request target of the control API: a path of plain segments, none of which needs escapes, and query parameters.
 * Immutable.
 *
 * @param segments segments of the path, none empty
 */
record CallTarget(String path, List<String> segments, Map<String, String> parameters) {
    private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._~-]+)+");
    private static final int MAX_PARAMETERS = 16;

    CallTarget {
        segments = List.copyOf(segments);
        parameters = Map.copyOf(parameters);
    }

    /** The result of parsing a target. */
    sealed interface Parsed {}

    record Accepted(CallTarget target) implements Parsed {}

    record Rejected(String why) implements Parsed {}

    static Parsed parse(String text) {
        int mark = text.indexOf('?');
        String path = mark < 0 ? text : text.substring(0, mark);
        if (!PATH.matcher(path).matches()) {
            return new Rejected("the target is no path of this API (expected: /v1/..., plain segments, no escapes)");
        }
        Map<String, String> parameters = parameters(mark < 0 ? "" : text.substring(mark + 1));
        if (parameters == null) {
            return new Rejected("the query is malformed (expected: name=value, joined by &, each name once)");
        }
        return new Accepted(new CallTarget(path, List.of(path.substring(1).split("/")), parameters));
    }

    private static @Nullable Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (query.isEmpty()) {
            return parameters;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (!name.matches("[a-z_]+")
                    || value == null
                    || parameters.put(name, value) != null
                    || parameters.size() > MAX_PARAMETERS) {
                return null;
            }
        }
        return parameters;
    }

    private static @Nullable String decoded(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int value = i + 2 < text.length() ? octet(text.charAt(i + 1), text.charAt(i + 2)) : -1;
                if (value < 0) {
                    return null;
                }
                bytes.put((byte) value);
                i += 2;
            } else if (c > ' ' && c < 0x7f && c != '#' && c != '+') {
                bytes.put((byte) c);
            } else {
                return null;
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }

    /** Returns the byte of two hex digits; negative if either is not a hex digit. */
    private static int octet(char high, char low) {
        return (hex(high) << 4) | hex(low);
    }

    private static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }
}
