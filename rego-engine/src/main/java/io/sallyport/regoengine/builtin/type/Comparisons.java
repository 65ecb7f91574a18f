package io.sallyport.regoengine.builtin.type;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** The comparison operators, for values of any kind. */
public final class Comparisons {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("equal", (context, a, b) -> RegoBoolean.of(order(context, a, b) == 0)),
            Builtin.binary("neq", (context, a, b) -> RegoBoolean.of(order(context, a, b) != 0)),
            Builtin.binary("lt", (context, a, b) -> RegoBoolean.of(order(context, a, b) < 0)),
            Builtin.binary("lte", (context, a, b) -> RegoBoolean.of(order(context, a, b) <= 0)),
            Builtin.binary("gt", (context, a, b) -> RegoBoolean.of(order(context, a, b) > 0)),
            Builtin.binary("gte", (context, a, b) -> RegoBoolean.of(order(context, a, b) >= 0)));

    private Comparisons() {}

    private static int order(BuiltinContext context, RegoValue a, RegoValue b) {
        context.fuel().steps(Math.min(a.weight(), b.weight()));
        return a.compareTo(b);
    }
}
