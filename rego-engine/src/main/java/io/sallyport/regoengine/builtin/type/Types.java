package io.sallyport.regoengine.builtin.type;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** Checks the kinds of values, and converts values to numbers. */
public final class Types {
    public static final List<Builtin> ALL = List.of(
            is("is_number", RegoKind.NUMBER),
            is("is_string", RegoKind.STRING),
            is("is_boolean", RegoKind.BOOLEAN),
            is("is_array", RegoKind.ARRAY),
            is("is_set", RegoKind.SET),
            is("is_object", RegoKind.OBJECT),
            is("is_null", RegoKind.NULL),
            Builtin.unary("type_name", (context, a) -> {
                context.fuel().step();
                return RegoString.of(a.kind().typeName());
            }),
            Builtin.unary("to_number", Types::toNumber));

    private static final Pattern NO_NUMBER = Pattern.compile("(?i)[+-]*(inf|infinity|nan)");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private Types() {}

    private static Builtin is(String name, RegoKind kind) {
        return Builtin.unary(name, (context, a) -> {
            context.fuel().step();
            return RegoBoolean.of(a.kind() == kind);
        });
    }

    private static RegoNumber toNumber(BuiltinContext context, RegoValue a) {
        context.fuel().step();
        return switch (a) {
            case RegoNull _ -> RegoNumber.of(0);
            case RegoBoolean bool -> RegoNumber.of(bool.value() ? 1 : 0);
            case RegoNumber number -> number;
            case RegoString string -> fromText(context, string.text());
            default -> throw BuiltinError.operand(1, a, "null, boolean, number, string");
        };
    }

    private static RegoNumber fromText(BuiltinContext context, String text) {
        context.fuel().makeText(text.length());
        if (NO_NUMBER.matcher(text).matches()) {
            throw BuiltinError.operand(1, "must be valid number string but got string");
        }
        if (!DECIMAL.matcher(text).matches()) {
            throw new BuiltinError("parsing \"" + text + "\": invalid syntax");
        }
        try {
            return parsed(text);
        } catch (NumberFormatException e) {
            throw new BuiltinError("parsing \"" + text + "\": value out of range");
        }
    }

    /**
     * Returns the number; a text that is not a JSON number ({@code +1}, {@code 01}, {@code .5}) is converted to JSON's
     * form.
     */
    private static RegoNumber parsed(String text) {
        if (Double.isInfinite(Double.parseDouble(text))) {
            throw new NumberFormatException();
        }
        boolean json = JSON_NUMBER.matcher(text).matches();
        return RegoNumber.parse(json ? text : new BigDecimal(text).toString());
    }
}
