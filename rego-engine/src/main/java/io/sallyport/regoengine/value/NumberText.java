package io.sallyport.regoengine.value;

import java.math.BigDecimal;

/** Parses numbers in JSON's grammar within limits: a few characters must not expand to gigabytes of digits. */
final class NumberText {
    /** The maximum length of a number's text, in characters. */
    static final int MAX_LENGTH = 1000;

    /** The largest decimal exponent, of either sign. */
    static final int MAX_EXPONENT = 10_000;

    /** Every text of at most this many characters fits into a long, including its sign. */
    private static final int SURELY_LONG = 18;

    private NumberText() {}

    /** Returns whether {@code text} is an integer that fits into a long, in the form of {@link Long#toString}. */
    static boolean isPlainLong(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        int digits = text.length() - from;
        if (digits < 1 || digits > SURELY_LONG + 1 || (text.charAt(from) == '0' && text.length() > 1)) {
            return false;
        }
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() <= SURELY_LONG || fits(text);
    }

    private static boolean fits(String text) {
        return new BigDecimal(text).toBigInteger().bitLength() < Long.SIZE;
    }

    static BigDecimal parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new NumberFormatException("number of " + text.length() + " characters (limit " + MAX_LENGTH + ")");
        }
        BigDecimal decimal = new BigDecimal(text);
        if (Math.abs((long) decimal.precision() - decimal.scale()) > MAX_EXPONENT) {
            throw new NumberFormatException("number with an exponent beyond " + MAX_EXPONENT);
        }
        return decimal;
    }
}
