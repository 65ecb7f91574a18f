package io.sallyport.regoengine.value;

/** Text in which every surrogate has its other half, so that it has a UTF-8 form. */
final class WholePairs {
    private static final char REPLACEMENT = '\uFFFD';

    private WholePairs() {}

    /** {@code text} with U+FFFD in place of each half pair, as Go's JSON reader does. */
    static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return mended(text);
            }
        }
        return text;
    }

    private static String mended(String text) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints().forEach(point -> whole.appendCodePoint(isHalf(point) ? REPLACEMENT : point));
        return whole.toString();
    }

    private static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
