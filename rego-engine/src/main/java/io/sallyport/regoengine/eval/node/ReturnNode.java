package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Ends the function with the value of a local. */
public final class ReturnNode extends Node {
    private final int source;

    public ReturnNode(int source) {
        this.source = source;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        run.returned = locals[source];
        return Signal.RETURN;
    }
}
