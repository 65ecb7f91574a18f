package io.sallyport.regoengine.builtin.yaml;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.ValueSizes;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** Converts between values and YAML text. */
public final class Yamls {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("yaml.marshal", Yamls::marshal),
            Builtin.unary("yaml.unmarshal", (context, a) -> YamlReading.read(context, Operands.text(a, 1))),
            Builtin.unary("yaml.is_valid", Yamls::isValid));

    /** The cost of determining how to quote a scalar, in steps. */
    private static final int SCALAR_STEPS = 100;

    private Yamls() {}

    private static RegoValue marshal(BuiltinContext context, RegoValue a) {
        ValueSizes.pay(context, a);
        context.fuel().steps((long) SCALAR_STEPS * a.weight());
        return RegoString.of(YamlWriting.write(context, RegoJson.valueOf(RegoJson.write(a))));
    }

    private static RegoValue isValid(BuiltinContext context, RegoValue a) {
        if (!(a instanceof RegoString string)) {
            return RegoBoolean.FALSE;
        }
        try {
            YamlReading.read(context, string.text());
            return RegoBoolean.TRUE;
        } catch (BuiltinError e) {
            return RegoBoolean.FALSE;
        }
    }
}
