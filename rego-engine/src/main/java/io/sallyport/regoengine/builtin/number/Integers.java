package io.sallyport.regoengine.builtin.number;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Ranges of integers, and bit operations on integers. */
public final class Integers {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary(
                    "numbers.range",
                    (context, a, b) -> range(context, integer(context, a, 1), integer(context, b, 2), BigInteger.ONE)),
            Builtin.ternary("numbers.range_step", Integers::steppedRange),
            bits("bits.and", BigInteger::and),
            bits("bits.or", BigInteger::or),
            bits("bits.xor", BigInteger::xor),
            Builtin.unary(
                    "bits.negate",
                    (context, a) -> RegoNumber.of(integer(context, a, 1).not())),
            Builtin.binary("bits.lsh", Integers::shiftLeft),
            Builtin.binary("bits.rsh", Integers::shiftRight));

    /** The maximum number of bits for a left shift. */
    private static final int MAX_SHIFT = 65_536;

    private Integers() {}

    private static Builtin bits(String name, BinaryOperator<BigInteger> operator) {
        return Builtin.binary(
                name, (context, a, b) -> RegoNumber.of(operator.apply(integer(context, a, 1), integer(context, b, 2))));
    }

    private static RegoArray steppedRange(BuiltinContext context, RegoValue a, RegoValue b, RegoValue c) {
        BigInteger from = integer(context, a, 1);
        BigInteger to = integer(context, b, 2);
        BigInteger step = integer(context, c, 3);
        if (step.signum() <= 0) {
            throw new BuiltinError("numbers.range_step: step must be a positive integer");
        }
        return range(context, from, to, step);
    }

    /** Returns the range from the first to the last number, both inclusive, ascending or descending. */
    private static RegoArray range(BuiltinContext context, BigInteger from, BigInteger to, BigInteger step) {
        BigInteger count = to.subtract(from).abs().divide(step).add(BigInteger.ONE);
        context.fuel().makeValues(count.bitLength() < Long.SIZE ? Math.min(count.longValue(), 1L << 50) : 1L << 50);
        BigInteger by = from.compareTo(to) <= 0 ? step : step.negate();
        RegoArray range = RegoArray.growing(count.intValueExact());
        BigInteger at = from;
        for (int i = 0; i < count.intValueExact(); i++) {
            range.append(RegoNumber.of(at));
            at = at.add(by);
        }
        return range;
    }

    private static @Nullable RegoValue shiftLeft(BuiltinContext context, RegoValue a, RegoValue b) {
        BigInteger number = integer(context, a, 1);
        BigInteger by = shift(context, b);
        if (by.compareTo(BigInteger.valueOf(MAX_SHIFT)) > 0) {
            throw new BuiltinError("bits.lsh: shift by more than " + MAX_SHIFT + " bits");
        }
        context.fuel().makeText(by.intValueExact());
        return RegoNumber.of(number.shiftLeft(by.intValueExact()));
    }

    private static RegoNumber shiftRight(BuiltinContext context, RegoValue a, RegoValue b) {
        BigInteger number = integer(context, a, 1);
        BigInteger by = shift(context, b);
        return RegoNumber.of(number.shiftRight(
                by.min(BigInteger.valueOf(number.bitLength() + 1L)).intValueExact()));
    }

    private static BigInteger shift(BuiltinContext context, RegoValue operand) {
        BigInteger by = integer(context, operand, 2);
        if (by.signum() < 0) {
            throw BuiltinError.operand(2, "must be an unsigned integer number but got a negative integer");
        }
        return by;
    }

    private static BigInteger integer(BuiltinContext context, RegoValue operand, int position) {
        RegoNumber number = Operands.number(operand, position);
        Arithmetic.pay(context.fuel(), number);
        BigInteger integer = Arithmetic.integer(number);
        if (integer == null) {
            throw BuiltinError.operand(position, "must be integer number but got floating-point number");
        }
        return integer;
    }
}
