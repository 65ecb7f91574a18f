package io.sallyport.leasebridge.receipt;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.SortedMap;

/** Writes objects and strings in the canonical form of JSON (RFC 8785). Names are ASCII. */
final class CanonicalJson {
    private static final Map<Character, String> SHORT =
            Map.of('"', "\\\"", '\\', "\\\\", '\b', "\\b", '\t', "\\t", '\n', "\\n", '\f', "\\f", '\r', "\\r");

    private CanonicalJson() {}

    /** @param members name to JSON */
    static String object(SortedMap<String, String> members) {
        return members.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
                .collect(joining(",", "{", "}"));
    }

    static String string(String text) {
        var out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            String escaped = SHORT.get(c);
            if (escaped != null) {
                out.append(escaped);
            } else if (c < ' ') {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
