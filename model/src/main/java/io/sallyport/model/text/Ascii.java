package io.sallyport.model.text;

/** Classes of ASCII characters as in RFC 3986. Each query is one table lookup; non-ASCII characters have no class. */
public final class Ascii {
    private static final int UNRESERVED = 1;
    private static final int PATH = 2;
    private static final int ENCODE = 4;
    private static final int NAME = 8;
    private static final byte[] CLASSES = new byte[128];

    static {
        mark("abcdefghijklmnopqrstuvwxyz0123456789-_", UNRESERVED | PATH | NAME);
        mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ", UNRESERVED | PATH | NAME);
        mark(".~", UNRESERVED | PATH);
        mark("!$&'()*+,:=@", PATH);
        mark("\"<>[]^`{|}", ENCODE);
    }

    private Ascii() {}

    private static void mark(String characters, int classes) {
        for (int i = 0; i < characters.length(); i++) {
            CLASSES[characters.charAt(i)] = (byte) classes;
        }
    }

    private static boolean is(int c, int wanted) {
        return c < 128 && (CLASSES[c] & wanted) != 0;
    }

    /** Returns whether {@code c} is a letter, a digit or one of {@code - . _ ~} (RFC 3986 section 2.3). */
    public static boolean isUnreserved(int c) {
        return is(c, UNRESERVED);
    }

    /**
     * Returns whether {@code c} needs no escape in a canonical path segment: unreserved, sub-delims except {@code ;},
     * {@code :} or {@code @}.
     */
    public static boolean isPath(int c) {
        return is(c, PATH);
    }

    /**
     * Returns whether {@code c} is not allowed raw in a URL but unambiguous, and sent by clients; it becomes a triplet.
     */
    public static boolean isEncodable(int c) {
        return is(c, ENCODE);
    }

    /** Returns whether {@code c} is a letter, a digit, a hyphen or an underscore. */
    public static boolean isName(int c) {
        return is(c, NAME);
    }

    public static boolean isUpper(int c) {
        return c >= 'A' && c <= 'Z';
    }

    public static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    public static boolean isControl(int c) {
        return c < 0x20 || c == 0x7f;
    }

    /** Returns the value of a hexadecimal digit of either case, or -1. */
    public static int hex(int c) {
        if (isDigit(c)) {
            return c - '0';
        }
        int lower = c | 0x20;
        return c < 128 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** Returns the byte of the percent triplet that begins at {@code at}, or -1 if none does. */
    public static int triplet(CharSequence text, int at) {
        if (at + 2 >= text.length()) {
            return -1;
        }
        int high = hex(text.charAt(at + 1));
        int low = hex(text.charAt(at + 2));
        return high < 0 || low < 0 ? -1 : (high << 4) | low;
    }

    /** Writes one byte as a triplet with upper-case digits. */
    public static void appendTriplet(StringBuilder out, int octet) {
        out.append('%').append("0123456789ABCDEF".charAt(octet >> 4)).append("0123456789ABCDEF".charAt(octet & 15));
    }

    /** Returns a character for an error message: itself if it is visible ASCII, else its code point. */
    public static String show(int c) {
        return c > 0x20 && c < 0x7f ? "'" + (char) c + "'" : "U+%04X".formatted(c);
    }
}
