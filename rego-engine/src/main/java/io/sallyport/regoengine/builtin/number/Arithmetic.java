package io.sallyport.regoengine.builtin.number;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Arithmetic like OPA 1.22: exact for integers of any size, else with {@link BinaryFloats}. */
public final class Arithmetic {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("plus", Arithmetic::plus),
            Builtin.binary("minus", Arithmetic::minus),
            Builtin.binary("mul", Arithmetic::times),
            Builtin.binary("div", Arithmetic::divided),
            Builtin.binary("rem", Arithmetic::remainder),
            Builtin.unary("abs", Arithmetic::abs),
            Builtin.unary("round", (context, a) -> whole(context, a, Arithmetic::rounded)),
            Builtin.unary("ceil", (context, a) -> whole(context, a, Arithmetic::ceiling)),
            Builtin.unary("floor", (context, a) -> whole(context, a, Arithmetic::floor)));

    /** The maximum number of digits for arithmetic. */
    private static final int MAX_DIGITS = 10_000;

    private static final RegoNumber NEGATIVE_ZERO = RegoNumber.parse("-0");
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private Arithmetic() {}

    static RegoNumber add(RegoNumber a, RegoNumber b) {
        BigInteger x = integer(a);
        BigInteger y = integer(b);
        return x != null && y != null
                ? RegoNumber.of(x.add(y))
                : number(floating(a).add(floating(b)));
    }

    static RegoNumber multiply(RegoNumber a, RegoNumber b) {
        BigInteger x = integer(a);
        BigInteger y = integer(b);
        return x != null && y != null
                ? RegoNumber.of(x.multiply(y))
                : signed(number(floating(a).multiply(floating(b))), isNegative(a) != isNegative(b));
    }

    /** Returns {@code number}, or -0 if it is a negative zero. */
    static RegoNumber signed(RegoNumber number, boolean negative) {
        return negative && number.isLong() && number.longValue() == 0 ? NEGATIVE_ZERO : number;
    }

    /** Returns whether the sign is negative, which a zero may have. */
    static boolean isNegative(RegoNumber number) {
        return number.text().startsWith("-");
    }

    /** Returns the value if it is an integer in any notation, else null. */
    public static @Nullable BigInteger integer(RegoNumber number) {
        if (number.isLong()) {
            return BigInteger.valueOf(number.longValue());
        }
        BigDecimal decimal = number.decimal();
        if (Math.abs((long) decimal.precision() - decimal.scale()) > MAX_DIGITS) {
            throw new BuiltinError("the number has more than " + MAX_DIGITS + " digits");
        }
        BigDecimal stripped = decimal.stripTrailingZeros();
        return stripped.scale() <= 0 ? stripped.toBigInteger() : null;
    }

    private static RegoNumber plus(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoNumber x = paid(context, a, 1);
        RegoNumber y = paid(context, b, 2);
        return x.isLong() && y.isLong() && fits(x, y) ? RegoNumber.of(x.longValue() + y.longValue()) : add(x, y);
    }

    private static RegoValue minus(BuiltinContext context, RegoValue a, RegoValue b) {
        if (a instanceof RegoSet left && b instanceof RegoSet right) {
            return Sets.difference(context, left, right);
        }
        if (!(a instanceof RegoNumber) && !(a instanceof RegoSet)) {
            throw BuiltinError.operand(1, a, "number, set");
        }
        if (a instanceof RegoSet || b instanceof RegoSet) {
            throw BuiltinError.operand(2, b, b instanceof RegoNumber ? "set" : "number");
        }
        RegoNumber x = paid(context, a, 1);
        RegoNumber y = paid(context, b, 2);
        return x.isLong() && y.isLong() && fits(x, y)
                ? RegoNumber.of(x.longValue() - y.longValue())
                : add(x, negated(y));
    }

    private static RegoNumber times(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoNumber x = paid(context, a, 1);
        RegoNumber y = paid(context, b, 2);
        return multiply(x, y);
    }

    private static RegoNumber divided(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoNumber x = paid(context, a, 1);
        RegoNumber y = paid(context, b, 2);
        if (y.decimal().signum() == 0) {
            throw new BuiltinError("divide by zero");
        }
        if (x.isLong() && y.isLong() && fits(x, y) && x.longValue() != 0 && x.longValue() % y.longValue() == 0) {
            return RegoNumber.of(x.longValue() / y.longValue());
        }
        return signed(number(BinaryFloats.quotient(floating(x), floating(y))), isNegative(x) != isNegative(y));
    }

    private static RegoNumber remainder(BuiltinContext context, RegoValue a, RegoValue b) {
        BigInteger x = integer(paid(context, a, 1));
        BigInteger y = integer(paid(context, b, 2));
        if (x == null || y == null) {
            throw new BuiltinError("modulo on floating-point number");
        }
        if (y.signum() == 0) {
            throw new BuiltinError("modulo by zero");
        }
        return RegoNumber.of(x.remainder(y));
    }

    private static RegoNumber abs(BuiltinContext context, RegoValue a) {
        RegoNumber x = paid(context, a, 1);
        return x.isLong()
                ? RegoNumber.of(BigInteger.valueOf(x.longValue()).abs())
                : number(floating(x).abs());
    }

    private static RegoNumber whole(BuiltinContext context, RegoValue a, Function<BigDecimal, BigInteger> round) {
        RegoNumber x = paid(context, a, 1);
        return x.isLong() ? x : RegoNumber.of(round.apply(floating(x)));
    }

    private static BigInteger rounded(BigDecimal exact) {
        return BinaryFloats.round(exact.signum() < 0 ? exact.subtract(HALF) : exact.add(HALF))
                .toBigInteger();
    }

    /** OPA corrects what it truncated unless that is negative, so the result for -0.5 is 1. */
    private static BigInteger ceiling(BigDecimal exact) {
        BigInteger cut = exact.toBigInteger();
        return cut.signum() < 0 || isSame(exact, cut) ? cut : cut.add(BigInteger.ONE);
    }

    /** OPA corrects what it truncated only if that is negative, so the result for -0.5 is 0. */
    private static BigInteger floor(BigDecimal exact) {
        BigInteger cut = exact.toBigInteger();
        return cut.signum() >= 0 || isSame(exact, cut) ? cut : cut.subtract(BigInteger.ONE);
    }

    private static boolean isSame(BigDecimal exact, BigInteger cut) {
        return exact.compareTo(new BigDecimal(cut)) == 0;
    }

    private static RegoNumber negated(RegoNumber number) {
        return number.isLong()
                ? RegoNumber.of(BigInteger.valueOf(number.longValue()).negate())
                : RegoNumber.parse(number.decimal().negate().toString());
    }

    /** Both are small enough that no sum, difference or quotient overflows. */
    private static boolean fits(RegoNumber x, RegoNumber y) {
        return small(x.longValue()) && small(y.longValue());
    }

    private static boolean small(long value) {
        return value > -(1L << 62) && value < 1L << 62;
    }

    static BigDecimal floating(RegoNumber number) {
        return BinaryFloats.round(number.decimal());
    }

    static RegoNumber number(BigDecimal exact) {
        return RegoNumber.parse(BinaryFloats.text(BinaryFloats.round(exact)));
    }

    private static RegoNumber paid(BuiltinContext context, RegoValue operand, int position) {
        RegoNumber number = Operands.number(operand, position);
        pay(context.fuel(), number);
        return number;
    }

    /**
     * Charges for calculating with {@code number}: the cost of long numbers grows with the square of their digits, as
     * for writing them.
     */
    public static void pay(Fuel fuel, RegoNumber number) {
        if (number.isLong()) {
            fuel.step();
            return;
        }
        long digits = number.text().length();
        fuel.makeText(digits);
        fuel.steps(digits * digits / 128);
    }
}
