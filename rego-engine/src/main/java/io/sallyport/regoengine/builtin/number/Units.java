package io.sallyport.regoengine.builtin.number;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** The {@code units.*} family: decimal units (k, M, G, ...) and binary ones (Ki, Mi, Gi, ...). */
public final class Units {
    public static final List<Builtin> ALL =
            List.of(Builtin.unary("units.parse", Units::parse), Builtin.unary("units.parse_bytes", Units::parseBytes));

    private static final String LETTERS = "kmgtpe";

    /** OPA multiplies by the double nearest to a thousandth, with all its digits. */
    private static final BigDecimal MILLI =
            new BigDecimal("0.001000000000000000020816681711721685132943093776702880859375");

    private static final int DECIMALS = 10;

    private Units() {}

    private static RegoValue parse(BuiltinContext context, RegoValue operand) {
        UnitText text = text(context, Operands.text(operand, 1));
        BigDecimal number = text.number("amount").multiply(factor(text.unit()));
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() <= 0
                ? RegoNumber.of(stripped.toBigIntegerExact())
                : RegoNumber.parse(
                        number.setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString());
    }

    private static UnitText text(BuiltinContext context, String operand) {
        context.fuel().makeText(operand.length());
        UnitText text = UnitText.of(operand);
        context.fuel().steps(20);
        return text;
    }

    /** Only the first letter may be upper or lower case; its case distinguishes mega from milli. */
    private static BigDecimal factor(String unit) {
        String tail = unit.isEmpty() ? "" : unit.substring(1).toLowerCase(Locale.ROOT);
        if (unit.isEmpty()) {
            return BigDecimal.ONE;
        }
        if (unit.equals("m")) {
            return MILLI;
        }
        int power = LETTERS.indexOf(Character.toLowerCase(unit.charAt(0))) + 1;
        if (power == 0 || !(tail.isEmpty() || tail.equals("i"))) {
            throw new BuiltinError("unit " + unit.charAt(0) + tail + " not recognized");
        }
        return BigDecimal.valueOf(tail.isEmpty() ? 1000 : 1024).pow(power);
    }

    /** Returns whole bytes, computed like OPA in 64-bit floating point. */
    private static RegoValue parseBytes(BuiltinContext context, RegoValue operand) {
        UnitText text = text(context, Operands.text(operand, 1).toLowerCase(Locale.ROOT));
        BigDecimal amount = BinaryFloats.round(text.number("byte amount"));
        BigDecimal bytes = BinaryFloats.round(amount.multiply(byteFactor(text.unit())));
        return RegoNumber.of(bytes.toBigInteger());
    }

    private static BigDecimal byteFactor(String unit) {
        if (unit.isEmpty()) {
            return BigDecimal.ONE;
        }
        int power = LETTERS.indexOf(unit.charAt(0)) + 1;
        boolean decimal = unit.length() == 1 || unit.substring(1).equals("b");
        if (power == 0
                || !(decimal
                        || unit.substring(1).equals("i")
                        || unit.substring(1).equals("ib"))) {
            throw new BuiltinError("byte unit " + unit + " not recognized");
        }
        return BigDecimal.valueOf(decimal ? 1000 : 1024).pow(power);
    }
}
