package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Undefined unless two operands differ. */
public final class NotEqualNode extends Node {
    private final Source a;
    private final Source b;

    public NotEqualNode(Source a, Source b) {
        this.a = a;
        this.b = b;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        return Equality.holds(run, a.read(locals), b.read(locals)) ? Signal.UNDEFINED : Signal.NEXT;
    }
}
