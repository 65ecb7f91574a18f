package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.builtin.number.BinaryFloats;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;

/** Canonical texts of JSON values, by which schemas compare them: numbers as the nearest double, names sorted. */
final class JsonSchemaTexts {
    private static final double PLAIN_FROM = 1e-6;
    private static final double PLAIN_BELOW = 1e21;

    private JsonSchemaTexts() {}

    static String canonical(Fuel fuel, RegoValue value) {
        StringBuilder out = new StringBuilder();
        write(fuel, value, out);
        fuel.makeText(out.length());
        return out.toString();
    }

    private static void write(Fuel fuel, RegoValue value, StringBuilder out) {
        fuel.steps(value.weight());
        switch (value) {
            case RegoNumber number -> out.append(number(number));
            case RegoArray array -> writeArray(fuel, array, out);
            case RegoObject object -> writeObject(fuel, object, out);
            default -> out.append(JsonTexts.escaped(value.toString()));
        }
    }

    private static void writeArray(Fuel fuel, RegoArray array, StringBuilder out) {
        out.append('[');
        for (int i = 0; i < array.size(); i++) {
            out.append(i == 0 ? "" : ",");
            write(fuel, array.get(i), out);
        }
        out.append(']');
    }

    private static void writeObject(Fuel fuel, RegoObject object, StringBuilder out) {
        out.append('{');
        for (int i = 0; i < object.size(); i++) {
            out.append(i == 0 ? "" : ",");
            write(fuel, object.keyAt(i), out);
            out.append(':');
            write(fuel, object.valueAt(i), out);
        }
        out.append('}');
    }

    /** Formats a double like Go's {@code encoding/json}. */
    private static String number(RegoNumber number) {
        double nearest = number.decimal().doubleValue();
        if (Double.isInfinite(nearest)) {
            throw new BuiltinError(
                    "json: cannot unmarshal number %s into Go value of type float64".formatted(number.text()));
        }
        if (nearest == 0) {
            return number.text().startsWith("-") ? "-0" : "0";
        }
        BigDecimal digits = new BigDecimal(Double.toString(nearest)).stripTrailingZeros();
        double size = Math.abs(nearest);
        return size >= PLAIN_FROM && size < PLAIN_BELOW
                ? digits.toPlainString()
                : BinaryFloats.general(digits, Integer.MIN_VALUE).replace("e-0", "e-");
    }
}
