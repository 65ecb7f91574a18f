package io.sallyport.regoengine.value;

/** Repairs text so that every surrogate has its other half, and therefore a UTF-8 form. */
final class WholePairs {
    private static final char REPLACEMENT = '\uFFFD';

    private WholePairs() {}

    /** Returns {@code text} with U+FFFD in place of each unpaired surrogate, like Go's JSON parser. */
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
