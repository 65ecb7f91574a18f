package io.sallyport.regoengine.builtin.json;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Set;

/** Writes JSON over several lines for {@code json.marshal_with_options}. Confined to one call. */
public final class JsonLayout {
    public static final List<Builtin> ALL = List.of(Builtin.binary("json.marshal_with_options", JsonLayout::marshal));

    private static final Set<String> NAMES = Set.of("prefix", "indent", "pretty");

    private final BuiltinContext context;
    private final String prefix;
    private final String indent;
    private final StringBuilder out = new StringBuilder();

    private JsonLayout(BuiltinContext context, String prefix, String indent) {
        this.context = context;
        this.prefix = prefix;
        this.indent = indent;
    }

    private static RegoValue marshal(BuiltinContext context, RegoValue value, RegoValue operand) {
        RegoObject options = Operands.object(operand, 2);
        checkNames(options);
        String prefix = text(options, "prefix", "");
        String indent = text(options, "indent", "\t");
        String json = JsonTexts.write(context, value);
        return RegoString.of(
                isPretty(options) ? new JsonLayout(context, prefix, indent).of(RegoJson.valueOf(json)) : json);
    }

    private static void checkNames(RegoObject options) {
        for (int i = 0; i < options.size(); i++) {
            String name = Operands.text(options.keyAt(i), 2);
            if (!NAMES.contains(name)) {
                throw BuiltinError.operand(2, "object contained unknown key \"" + name + "\"");
            }
        }
    }

    /** Giving an indentation implies pretty output; {@code pretty} overrides that. */
    private static boolean isPretty(RegoObject options) {
        RegoValue pretty = options.get("pretty");
        if (pretty == null) {
            return options.size() > 0;
        }
        if (pretty instanceof RegoBoolean bool) {
            return bool.value();
        }
        throw BuiltinError.operand(2, "key \"pretty\" failed cast to bool");
    }

    private static String text(RegoObject options, String name, String otherwise) {
        RegoValue value = options.get(name);
        return value == null ? otherwise : Operands.text(value, 2);
    }

    private String of(RegoValue value) {
        out.append(prefix);
        write(value, 0);
        return out.toString();
    }

    private void write(RegoValue value, int depth) {
        switch (value) {
            case RegoArray array
            when array.size() > 0 -> {
                out.append('[');
                for (int i = 0; i < array.size(); i++) {
                    line(i > 0 ? "," : "", depth + 1);
                    write(array.get(i), depth + 1);
                }
                line("", depth);
                out.append(']');
            }
            case RegoObject object
            when object.size() > 0 -> {
                out.append('{');
                for (int i = 0; i < object.size(); i++) {
                    line(i > 0 ? "," : "", depth + 1);
                    out.append(JsonTexts.write(context, object.keyAt(i))).append(": ");
                    write(object.valueAt(i), depth + 1);
                }
                line("", depth);
                out.append('}');
            }
            default -> out.append(JsonTexts.write(context, value));
        }
    }

    private void line(String before, int depth) {
        context.fuel().makeText(before.length() + 1L + prefix.length() + (long) depth * indent.length());
        out.append(before).append('\n').append(prefix).append(indent.repeat(depth));
    }
}
