package io.sallyport.console.session;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a form, or of a query ({@code application/x-www-form-urlencoded}, WHATWG URL section 5). Immutable.
 *
 * @param values name to value; each name stands once
 */
public record FormFields(Map<String, String> values) {
    /** The maximum number of fields. */
    static final int MAX_FIELDS = 300;

    public static final FormFields NONE = new FormFields(Map.of());

    public FormFields {
        values = Map.copyOf(values);
    }

    /** Returns the fields; null if a name stands twice, there are too many, or a text is not UTF-8. */
    public static @Nullable FormFields parse(String text) {
        var values = new HashMap<String, String>();
        if (text.isEmpty()) {
            return NONE;
        }
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (name == null || value == null || values.put(name, value) != null || values.size() > MAX_FIELDS) {
                return null;
            }
        }
        return new FormFields(values);
    }

    private static @Nullable String decoded(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int octet = i + 2 < text.length() ? hex(text.charAt(i + 1)) << 4 | hex(text.charAt(i + 2)) : -1;
                if (octet < 0) {
                    return null;
                }
                bytes.put((byte) octet);
                i += 2;
            } else if (c > ' ' && c < 0x7f) {
                bytes.put((byte) (c == '+' ? ' ' : c));
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

    private static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    /** Returns the value of a field, or the empty text if it is missing. */
    public String text(String name) {
        return values.getOrDefault(name, "");
    }
}
