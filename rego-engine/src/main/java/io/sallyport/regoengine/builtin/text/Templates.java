package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Operands;
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
        return RegoString.of(
                TextTemplateRun.fill(context.fuel(), TextTemplateReader.read(text), Operands.object(values, 2)));
    }
}
