package io.sallyport.auditexport.form;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes one event of ArcSight's Common Event Format, and reads one member of it back. In the header {@code |} and
 * {@code \} are escaped, in a value {@code =}, {@code \} and line ends; other control characters become U+FFFD, so that
 * no value begins another member, another event, or controls a terminal. Confined to one thread.
 */
final class CefText {
    private static final char REPLACEMENT = '\ufffd';
    private static final Map<Character, Character> ENDS = Map.of('n', '\n', 'r', '\r');

    private final StringBuilder out = new StringBuilder("CEF:1");
    private boolean hasMembers;

    /** Writes the next part of the header. */
    CefText header(String part) {
        out.append('|');
        part.chars().forEach(each -> {
            if (each == '|' || each == '\\') {
                out.append('\\');
            }
            out.append(isControl(each) ? REPLACEMENT : (char) each);
        });
        return this;
    }

    /** Writes a member of the extension, unless its value is null. */
    CefText member(String key, @Nullable String value) {
        if (value != null) {
            out.append(hasMembers ? ' ' : '|').append(key).append('=');
            hasMembers = true;
            value.chars().forEach(this::append);
        }
        return this;
    }

    /** Writes a member of the extension, unless its value is below 0. */
    CefText member(String key, long value) {
        return member(key, value < 0 ? null : Long.toString(value));
    }

    /** Writes a member that has no key of its own in the dictionary, and its label, unless its value is null. */
    CefText labelled(String key, String label, @Nullable String value) {
        return value == null ? this : member(key, value).member(key + "Label", label);
    }

    private void append(int each) {
        switch (each) {
            case '=', '\\' -> out.append('\\').append((char) each);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            default -> out.append(isControl(each) ? REPLACEMENT : (char) each);
        }
    }

    /** C0, C1, DEL, and the separators U+2028 and U+2029, which end a line for some readers. */
    private static boolean isControl(int each) {
        return Character.isISOControl(each) || each == 0x2028 || each == 0x2029;
    }

    /** Returns the value of the last member, if it has this key; null otherwise. */
    static @Nullable String last(String event, String key) {
        String mark = " " + key + "=";
        int at = event.lastIndexOf(mark);
        return at < 0 ? null : unescaped(event.substring(at + mark.length()));
    }

    private static @Nullable String unescaped(String value) {
        var text = new StringBuilder(value.length());
        for (int at = 0; at < value.length(); at++) {
            char each = value.charAt(at);
            if (each == '=') {
                return null; // the key of another member: it is not the last one
            }
            if (each == '\\' && ++at < value.length()) {
                char escaped = value.charAt(at);
                text.append(ENDS.getOrDefault(escaped, escaped));
            } else {
                text.append(each);
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
