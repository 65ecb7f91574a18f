package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions for output to the policy's author, which is discarded here, and for string templates. */
public final class Notes {
    private static final String PRINT = "internal.print";

    public static final List<Builtin> ALL = List.of(
            Builtin.unary("trace", Notes::trace),
            Builtin.unary(PRINT, Notes::print),
            Builtin.unary("internal.template_string", Notes::template));

    private static final String UNDEFINED = "<undefined>";

    private Notes() {}

    /** Returns {@code print} and {@code internal.test_case}, which report to {@code listener}. */
    static List<Builtin> telling(Listener listener) {
        return List.of(
                Builtin.unary(PRINT, (context, operands) -> {
                    tell(context, Operands.array(operands, 1), "", 0, listener);
                    return null;
                }),
                Builtin.unary("internal.test_case", (context, operands) -> {
                    RegoArray path = Operands.array(operands, 1);
                    listener.began(path.list().stream()
                            .map(word -> written(context, word))
                            .toList());
                    return null;
                }));
    }

    /**
     * Each operand is a set of its values: an undefined operand is an empty set, and several values yield a line each.
     */
    private static void tell(BuiltinContext context, RegoArray operands, String line, int at, Listener listener) {
        if (at == operands.size()) {
            context.fuel().makeText(line.length());
            listener.printed(line);
            return;
        }
        String begun = at == 0 ? "" : line + " ";
        if (!(operands.get(at) instanceof RegoSet values)) {
            tell(context, operands, begun + written(context, operands.get(at)), at + 1, listener);
            return;
        }
        if (values.size() == 0) {
            tell(context, operands, begun + UNDEFINED, at + 1, listener);
        }
        for (RegoValue value : values.list()) {
            tell(context, operands, begun + written(context, value), at + 1, listener);
        }
    }

    private static RegoValue trace(BuiltinContext context, RegoValue message) {
        context.fuel().read(Operands.text(message, 1).length());
        return RegoBoolean.TRUE;
    }

    private static @Nullable RegoValue print(BuiltinContext context, RegoValue operands) {
        context.fuel().steps(operands.weight());
        return null;
    }

    /** Joins the parts; a computed part is a set, which is empty if the part is undefined. */
    private static RegoValue template(BuiltinContext context, RegoValue operand) {
        RegoArray parts = Operands.array(operand, 1);
        StringBuilder text = new StringBuilder();
        for (RegoValue part : parts.list()) {
            String written = part instanceof RegoSet set ? computed(context, set) : written(context, part);
            context.fuel().makeText(written.length());
            text.append(written);
        }
        return RegoString.of(text.toString());
    }

    private static String computed(BuiltinContext context, RegoSet values) {
        if (values.size() > 1) {
            throw new BuiltinError("template-strings must not produce multiple outputs");
        }
        return values.size() == 0 ? UNDEFINED : written(context, values.at(0));
    }

    private static String written(BuiltinContext context, RegoValue value) {
        if (value instanceof RegoString string) {
            return string.text();
        }
        context.fuel().makeText(8L * value.weight());
        return TermTexts.of(value);
    }
}
