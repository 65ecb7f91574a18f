package io.sallyport.policycompiler;

/** Writes literal text as RE2 expressions. */
final class Re2 {
    private Re2() {}

    /** An expression that matches exactly {@code text}. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(c -> {
            if (c < 0x80 && !isWord(c)) {
                quoted.append('\\');
            }
            quoted.appendCodePoint(c);
        });
        return quoted.toString();
    }

    private static boolean isWord(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
