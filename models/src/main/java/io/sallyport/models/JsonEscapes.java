package io.sallyport.models;

/** Undoes the escapes of JSON (RFC 8259, section 7) in any text; what is none stays. */
final class JsonEscapes {
    /** How often they are undone: JSON in a text of JSON has its escapes escaped. */
    static final int DEPTH = 3;

    private static final int UNIT_DIGITS = 4;

    private JsonEscapes() {}

    static String undone(String text) {
        var plain = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\\' || at == text.length()) {
                plain.append(c);
                continue;
            }
            char escaped = text.charAt(at++);
            int unit = escaped == 'u' ? unit(text, at) : -1;
            if (unit >= 0) {
                plain.append((char) unit);
                at += UNIT_DIGITS;
            } else {
                plain.append(plain(escaped));
            }
        }
        return plain.toString();
    }

    private static char plain(char escaped) {
        return switch (escaped) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> escaped;
        };
    }

    /** The code unit that four digits stand for; -1 if these are none. */
    private static int unit(String text, int from) {
        int unit = 0;
        for (int at = from; at < from + UNIT_DIGITS; at++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
