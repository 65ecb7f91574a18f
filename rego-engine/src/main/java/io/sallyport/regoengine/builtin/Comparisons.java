package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** The comparison operators, over values of any kinds. */
final class Comparisons {
    static final List<Builtin> ALL = List.of(
            Builtin.binary("equal", (context, a, b) -> answer(context, a.equals(b))),
            Builtin.binary("neq", (context, a, b) -> answer(context, !a.equals(b))),
            Builtin.binary("lt", (context, a, b) -> answer(context, order(a, b) < 0)),
            Builtin.binary("lte", (context, a, b) -> answer(context, order(a, b) <= 0)),
            Builtin.binary("gt", (context, a, b) -> answer(context, order(a, b) > 0)),
            Builtin.binary("gte", (context, a, b) -> answer(context, order(a, b) >= 0)));

    private Comparisons() {}

    private static int order(RegoValue a, RegoValue b) {
        return a.compareTo(b);
    }

    private static RegoBoolean answer(BuiltinContext context, boolean holds) {
        context.fuel().step();
        return RegoBoolean.of(holds);
    }
}
