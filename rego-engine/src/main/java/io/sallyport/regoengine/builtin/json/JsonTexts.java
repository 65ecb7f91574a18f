package io.sallyport.regoengine.builtin.json;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.ValueSizes;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** Converts between values and JSON text. */
public final class JsonTexts {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("json.marshal", JsonTexts::marshal),
            Builtin.unary("json.unmarshal", JsonTexts::unmarshal),
            Builtin.unary("json.is_valid", JsonTexts::isValid));

    /** The maximum nesting of a text. */
    private static final int MAX_DEPTH = 256;

    private JsonTexts() {}

    /** As in Go, escapes characters that could end a script in HTML. */
    private static RegoString marshal(BuiltinContext context, RegoValue a) {
        return RegoString.of(write(context, a));
    }

    /** Returns the text of {@code value}, without spaces. */
    public static String write(BuiltinContext context, RegoValue value) {
        ValueSizes.pay(context, value);
        return escaped(RegoJson.write(value));
    }

    public static String escaped(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static RegoValue unmarshal(BuiltinContext context, RegoValue a) {
        return read(context.fuel(), Operands.text(a, 1));
    }

    /** Parses {@code text}; throws an error if it is invalid. */
    public static RegoValue read(Fuel fuel, String text) {
        return switch (parsed(fuel, text)) {
            case ParsedJson.Accepted(var value) -> value;
            case ParsedJson.Rejected(var why, int line, int column) ->
                throw new BuiltinError("json.unmarshal: %d:%d: %s".formatted(line, column, why));
        };
    }

    /** Returns {@code value} as representable in JSON: sets become arrays, and keys become strings. */
    public static RegoValue plain(Fuel fuel, RegoValue value) {
        ValueSizes.pay(fuel, value);
        return switch (parsed(fuel, RegoJson.write(value))) {
            case ParsedJson.Accepted(var plain) -> plain;
            case ParsedJson.Rejected(var why, int _, int _) -> throw new BuiltinError(why);
        };
    }

    private static RegoBoolean isValid(BuiltinContext context, RegoValue a) {
        return RegoBoolean.of(
                a instanceof RegoString string && parsed(context.fuel(), string.text()) instanceof ParsedJson.Accepted);
    }

    public static ParsedJson parsed(Fuel fuel, String text) {
        fuel.steps(text.length());
        fuel.makeValues(1 + text.length() / 2L);
        return RegoJson.parse(text, new JsonLimits(Math.max(1, 4L * text.length()), MAX_DEPTH));
    }
}
