package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** {@code strings.render_template}. */
public final class Templates {
    public static final List<Builtin> ALL = List.of(Builtin.binary("strings.render_template", Templates::render));

    private Templates() {}

    private static RegoValue render(BuiltinContext context, RegoValue template, RegoValue values) {
        String text = Operands.text(template, 1);
        context.fuel().makeText(8L * text.length());
        RegoObject object = Operands.object(values, 2);
        context.fuel().steps(object.weight());
        requireJson(object);
        return RegoString.of(TextTemplateRun.fill(context.fuel(), TextTemplateReader.read(text), object));
    }

    /** OPA passes the values through JSON, which has no sets and no keys but strings. */
    private static void requireJson(RegoValue value) {
        switch (value) {
            case RegoObject object ->
                object.forEach((key, element) -> {
                    if (!(key instanceof RegoString)) {
                        throw new BuiltinError("a key is not a string");
                    }
                    requireJson(element);
                });
            case RegoArray array -> array.list().forEach(Templates::requireJson);
            case RegoSet _ -> throw new BuiltinError("a set is not JSON");
            default -> {}
        }
    }
}
