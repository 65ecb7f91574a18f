package io.sallyport.regoengine.builtin.number;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.math.BigDecimal;

/** An amount with a unit, such as {@code 10Mi}, split like OPA splits it. */
record UnitText(String amount, String unit) {
    private static final int MAX_EXPONENT_DIGITS = 6;
    private static final int MAX_LENGTH = 1000;

    /** Names the limit in the error for an exponent that is too large. */
    private static final int MAX_EXPONENT = 10_000;

    /** Splits {@code text}, without its quotes, where the number ends. */
    static UnitText of(String text) {
        String bare = text.replace("\"", "");
        if (bare.indexOf(' ') >= 0) {
            throw new BuiltinError("spaces not allowed in resource strings");
        }
        if (bare.length() > MAX_LENGTH) {
            throw new BuiltinError("more than " + MAX_LENGTH + " characters");
        }
        int end = endOfAmount(bare);
        return new UnitText(bare.substring(0, end), bare.substring(end));
    }

    private static int endOfAmount(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 'e' || c == 'E') {
                if (!isExponentAt(text, i + 1)) {
                    return i;
                }
                i += isSign(text, i + 1) ? 1 : 0;
                refuseLongExponent(text, i + 1);
            } else if (!isDigit(text, i) && c != '.' && c != '+' && c != '-') {
                return i;
            }
        }
        return text.length();
    }

    private static void refuseLongExponent(String text, int from) {
        int digits = 0;
        while (isDigit(text, from + digits)) {
            digits++;
        }
        if (digits > MAX_EXPONENT_DIGITS) {
            throw new BuiltinError("exponent too large");
        }
    }

    private static boolean isExponentAt(String text, int at) {
        return isDigit(text, at) || isSign(text, at);
    }

    private static boolean isSign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-');
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    /** Returns the exact amount; messages call it {@code name}. */
    BigDecimal number(String name) {
        if (amount.isEmpty()) {
            throw new BuiltinError("no " + name + " provided");
        }
        try {
            BigDecimal number = new BigDecimal(amount);
            if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT) {
                throw new BuiltinError("exponent too large");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new BuiltinError("could not parse " + name + " to a number");
        }
    }
}
