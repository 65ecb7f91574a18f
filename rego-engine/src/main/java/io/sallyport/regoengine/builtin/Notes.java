package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a policy says to its author, which is not kept here, and text with values in it. */
final class Notes {
    static final List<Builtin> ALL = List.of(
            Builtin.unary("trace", Notes::trace),
            Builtin.unary("internal.print", Notes::print),
            Builtin.unary("internal.template_string", Notes::template));

    private static final String UNDEFINED = "<undefined>";

    private Notes() {}

    private static RegoValue trace(BuiltinContext context, RegoValue message) {
        context.fuel().read(Operands.text(message, 1).length());
        return RegoBoolean.TRUE;
    }

    private static @Nullable RegoValue print(BuiltinContext context, RegoValue operands) {
        context.fuel().steps(operands.weight());
        return null;
    }

    /** Joins parts; one that had to be computed comes in a set, which is empty where it is undefined. */
    private static RegoValue template(BuiltinContext context, RegoValue operand) {
        RegoArray parts = Operands.array(operand, 1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            RegoValue part = parts.get(i);
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
