package io.sallyport.regoengine.builtin.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Arithmetic on non-integers like OPA 1.22: binary floating point with a mantissa of 64 bits and an unbounded exponent,
 * rounded to nearest even, and written with the fewest digits that read back as the same number.
 */
public final class BinaryFloats {
    private static final int MANTISSA_BITS = 64;

    /** The number of decimal digits that distinguish any two 64-bit mantissas. */
    private static final int MAX_DIGITS = 22;

    /** The largest exponent that Go's shortest format writes without exponent notation. */
    public static final int SHORTEST = 6;

    /** The digits of a quotient that are kept before rounding, with a sticky digit for the rest. */
    private static final MathContext QUOTIENT = new MathContext(60, RoundingMode.DOWN);

    private BinaryFloats() {}

    /** Returns the nearest such number, exactly. */
    public static BigDecimal round(BigDecimal exact) {
        if (exact.signum() == 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal size = exact.abs();
        BigDecimal rounded = size.scale() <= 0 ? roundInteger(size.toBigInteger()) : roundFraction(size);
        return exact.signum() < 0 ? rounded.negate() : rounded;
    }

    static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor) {
        BigDecimal kept = dividend.divide(divisor, QUOTIENT);
        boolean whole = kept.multiply(divisor).compareTo(dividend) == 0;
        return round(whole ? kept : kept.add(sticky(kept, dividend.signum() * divisor.signum())));
    }

    /** Returns the text that OPA writes: integers in full, others with the fewest digits. */
    public static String text(BigDecimal number) {
        if (number.signum() == 0) {
            return "0";
        }
        BigDecimal stripped = number.stripTrailingZeros();
        if (stripped.scale() <= 0) {
            return fewest(stripped).toBigInteger().toString();
        }
        return general(fewest(stripped).stripTrailingZeros(), SHORTEST);
    }

    private static BigDecimal roundInteger(BigInteger size) {
        int surplus = size.bitLength() - MANTISSA_BITS;
        return surplus <= 0
                ? new BigDecimal(size)
                : new BigDecimal(
                        halfEven(size, BigInteger.ONE.shiftLeft(surplus)).shiftLeft(surplus));
    }

    /** Scales by a power of two until the integer part has 64 bits, rounds, and scales back. */
    private static BigDecimal roundFraction(BigDecimal size) {
        BigInteger above = size.unscaledValue();
        BigInteger below = BigInteger.TEN.pow(size.scale());
        int shift = MANTISSA_BITS - (above.bitLength() - below.bitLength());
        BigInteger mantissa = quotient(above, below, shift);
        if (mantissa.bitLength() > MANTISSA_BITS) {
            shift--;
            mantissa = quotient(above, below, shift);
        }
        return shift >= 0
                ? new BigDecimal(mantissa).divide(new BigDecimal(BigInteger.ONE.shiftLeft(shift)))
                : new BigDecimal(mantissa.shiftLeft(-shift));
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

    private static BigDecimal fewest(BigDecimal number) {
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            BigDecimal shorter = number.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (round(shorter).compareTo(number) == 0) {
                return shorter;
            }
        }
        return number;
    }

    /** Formats like Go's {@code big.Float}: with an exponent for large integers, too. */
    public static String shortest(BigDecimal number) {
        return number.signum() == 0 ? "0" : general(fewest(round(number)).stripTrailingZeros(), SHORTEST);
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
