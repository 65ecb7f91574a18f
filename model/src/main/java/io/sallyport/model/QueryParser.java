package io.sallyport.model;

import io.sallyport.model.text.Ascii;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses the parameters of a query for {@link CanonicalQuery}: splits at {@code &}, reads {@code +} as a space,
 * percent-decodes once, as UTF-8. A raw {@code ;} is a separator to some servers and an ordinary character to others,
 * so it makes a query unreadable.
 */
final class QueryParser {
    /** Limit of parameters in one query; more make it unreadable. */
    static final int MAX_PARAMETERS = 256;

    private QueryParser() {}

    /**
     * Returns decoded names to their values, both in order of appearance, or null if the query is unreadable.
     *
     * @param semicolons whether {@code ;} is an ordinary character
     */
    static @Nullable Map<String, List<String>> parameters(String raw, boolean semicolons) {
        if (!semicolons && raw.indexOf(';') >= 0) {
            return null;
        }
        Map<String, List<String>> found = new LinkedHashMap<>();
        int count = 0;
        int from = 0;
        while (from <= raw.length()) {
            int ampersand = raw.indexOf('&', from);
            int to = ampersand < 0 ? raw.length() : ampersand;
            if (to > from && (++count > MAX_PARAMETERS || !add(found, raw.substring(from, to)))) {
                return null;
            }
            from = to + 1;
        }
        found.replaceAll((_, values) -> List.copyOf(values));
        return Collections.unmodifiableMap(found);
    }

    private static boolean add(Map<String, List<String>> found, String pair) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals));
        String value = decode(equals < 0 ? "" : pair.substring(equals + 1));
        return name != null
                && value != null
                && found.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
    }

    private static @Nullable String decode(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int octet = c == '%' ? Ascii.triplet(text, i) : c == '+' ? ' ' : c;
            if (octet < 0 || c > 0x7f) {
                return null;
            }
            bytes.put((byte) octet);
            i += c == '%' ? 2 : 0;
        }
        return utf8(bytes.flip());
    }

    private static @Nullable String utf8(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException notUtf8) {
            return null;
        }
    }
}
