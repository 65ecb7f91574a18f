package io.sallyport.proxy.listener;

/** The character classes of RFC 9110 section 5.6 and lists of tokens. */
public final class Tokens {
    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] VALUE = new boolean[256];

    static {
        for (char c : "!#$%&'*+-.^_`|~0123456789".toCharArray()) {
            TOKEN[c] = true;
        }
        for (int c = 'a'; c <= 'z'; c++) {
            TOKEN[c] = true;
            TOKEN[c - 'a' + 'A'] = true;
        }
        for (int c = 0x20; c < 256; c++) {
            VALUE[c] = c != 0x7f;
        }
        VALUE['\t'] = true;
    }

    private Tokens() {}

    static boolean isToken(byte b) {
        return TOKEN[b & 0xff];
    }

    /** Whether {@code text} is a token, as the name of a field is. */
    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= TOKEN.length || !TOKEN[text.charAt(i)]) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    static boolean isValue(byte b) {
        return VALUE[b & 0xff];
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Whether the comma-separated {@code list} holds {@code token}, in any case; parameters are not looked at. */
    public static boolean lists(String list, String token) {
        int from = 0;
        while (from <= list.length()) {
            int comma = list.indexOf(',', from);
            int to = comma < 0 ? list.length() : comma;
            if (isSame(list, from, to, token)) {
                return true;
            }
            from = to + 1;
        }
        return false;
    }

    private static boolean isSame(String list, int from, int to, String token) {
        int start = from;
        int end = to;
        while (start < end && Character.isWhitespace(list.charAt(start))) {
            start++;
        }
        while (end > start && Character.isWhitespace(list.charAt(end - 1))) {
            end--;
        }
        return end - start == token.length() && list.regionMatches(true, start, token, 0, token.length());
    }
}
