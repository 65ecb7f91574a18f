package io.sallyport.regoengine.builtin.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Arithmetic on non-integers like OPA 1.22: binary floating point with a mantissa of 64 bits (53 in {@code product})
 * and an unbounded exponent, rounded to nearest even, and written with the fewest digits that read back as the same
 * number.
 */
public final class BinaryFloats {
    private static final int MANTISSA_BITS = 64;

    /** The largest exponent that Go's shortest format writes without exponent notation. */
    private static final int SHORTEST = 6;

    /** The digits of a quotient that are kept before rounding, with a sticky digit for the rest. */
    private static final MathContext QUOTIENT = new MathContext(60, RoundingMode.DOWN);

    private BinaryFloats() {}

    /** Returns the nearest such number, exactly. */
    public static BigDecimal round(BigDecimal exact) {
        return round(exact, MANTISSA_BITS);
    }

    static BigDecimal round(BigDecimal exact, int bits) {
        if (exact.signum() == 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal rounded = Mantissa.of(exact.abs(), bits).value();
        return exact.signum() < 0 ? rounded.negate() : rounded;
    }

    /** An integer of so many bits, times two to the power of {@code -shift}. */
    private record Mantissa(BigInteger integer, int shift) {
        /** Scales by a power of two until the integer part has enough bits, and rounds. */
        static Mantissa of(BigDecimal size, int bits) {
            BigInteger above = size.scale() <= 0 ? size.toBigInteger() : size.unscaledValue();
            BigInteger below = BigInteger.TEN.pow(Math.max(0, size.scale()));
            int shift = bits - (above.bitLength() - below.bitLength());
            BigInteger integer = quotient(above, below, shift);
            return integer.bitLength() > bits
                    ? new Mantissa(quotient(above, below, shift - 1), shift - 1)
                    : new Mantissa(integer, shift);
        }

        BigDecimal value() {
            return shift >= 0
                    ? new BigDecimal(integer).divide(new BigDecimal(BigInteger.ONE.shiftLeft(shift)))
                    : new BigDecimal(integer.shiftLeft(-shift));
        }
    }

    static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor) {
        BigDecimal kept = dividend.divide(divisor, QUOTIENT);
        boolean whole = kept.multiply(divisor).compareTo(dividend) == 0;
        return round(whole ? kept : kept.add(sticky(kept, dividend.signum() * divisor.signum())));
    }

    /** Returns the text that OPA writes: integers in full, others with the fewest digits. */
    public static String text(BigDecimal number) {
        return text(number, MANTISSA_BITS);
    }

    static String text(BigDecimal number, int bits) {
        if (number.signum() == 0) {
            return "0";
        }
        BigDecimal stripped = number.stripTrailingZeros();
        if (stripped.scale() <= 0) {
            return fewest(stripped, bits).toBigInteger().toString();
        }
        return general(fewest(stripped, bits).stripTrailingZeros(), SHORTEST);
    }

    private static BigInteger quotient(BigInteger above, BigInteger below, int shift) {
        return shift >= 0 ? halfEven(above.shiftLeft(shift), below) : halfEven(above, below.shiftLeft(-shift));
    }

    private static BigInteger halfEven(BigInteger above, BigInteger below) {
        BigInteger[] parts = above.divideAndRemainder(below);
        int half = parts[1].shiftLeft(1).compareTo(below);
        boolean up = half > 0 || (half == 0 && parts[0].testBit(0));
        return up ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    private static BigDecimal sticky(BigDecimal kept, int sign) {
        return BigDecimal.valueOf(sign).movePointLeft(kept.scale() + 2);
    }

    /**
     * Returns the number with the fewest digits between half a unit below and half a unit above, as Go's {@code
     * big.Float} finds it: digit by digit, with the same unit on both sides of a power of two.
     */
    private static BigDecimal fewest(BigDecimal number, int bits) {
        BigDecimal size = number.abs();
        Mantissa mantissa = Mantissa.of(size, bits);
        boolean isInclusive = !mantissa.integer().testBit(0);
        BigDecimal half = new Mantissa(BigInteger.ONE, mantissa.shift() + 1).value();
        String digits = digits(size);
        String lower = digits(size.subtract(half));
        String upper = digits(size.add(half));
        for (int i = 0; i < digits.length(); i++) {
            char digit = digits.charAt(i);
            boolean mayFall = digit(lower, i) != digit || (isInclusive && i + 1 == lower.length());
            boolean mayRise =
                    digit(upper, i) != digit && (isInclusive || digit + 1 < digit(upper, i) || i + 1 < upper.length());
            if (mayFall || mayRise) {
                RoundingMode mode = !mayRise ? RoundingMode.DOWN : mayFall ? RoundingMode.HALF_EVEN : RoundingMode.UP;
                return number.round(new MathContext(i + 1, mode));
            }
        }
        return number;
    }

    private static String digits(BigDecimal size) {
        return size.stripTrailingZeros().unscaledValue().toString();
    }

    private static char digit(String digits, int at) {
        return at < digits.length() ? digits.charAt(at) : '0';
    }

    /** Formats like Go's {@code big.Float}: with an exponent for large integers, too. */
    public static String shortest(BigDecimal number) {
        return number.signum() == 0
                ? "0"
                : general(fewest(round(number), MANTISSA_BITS).stripTrailingZeros(), SHORTEST);
    }

    /** Formats a double like Go's {@code %g}, with the fewest digits that read back as the same double. */
    public static String shortest(double number) {
        String sign = Double.doubleToRawLongBits(number) < 0 ? "-" : "";
        BigDecimal size = new BigDecimal(Double.toString(Math.abs(number)));
        return sign + (number == 0 ? "0" : general(size.stripTrailingZeros(), SHORTEST));
    }

    /** Formats like Go's {@code %g}: with an exponent if it is less than -4 or at least {@code limit}, else without. */
    public static String general(BigDecimal number, int limit) {
        int exponent = number.precision() - number.scale() - 1;
        if (exponent >= -4 && exponent < limit) {
            return number.toPlainString();
        }
        String digits = number.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String power = (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return (number.signum() < 0 ? "-" : "") + mantissa + "e" + power;
    }
}
