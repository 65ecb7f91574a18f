package io.sallyport.regoengine.value;

import java.math.BigDecimal;

/** Reads numbers in JSON's grammar, within bounds: a few characters may not stand for gigabytes of digits. */
final class NumberText {
    /** Characters of a number's text. */
    static final int MAX_LENGTH = 1000;

    /** Largest decimal exponent, of either sign. */
    static final int MAX_EXPONENT = 10_000;

    /** Every text of at most this many characters fits, sign and all. */
    private static final int SURELY_LONG = 18;

    private NumberText() {}

    /** Whether {@code text} is an integer that fits a long, written the one way {@link Long#toString} writes it. */
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
