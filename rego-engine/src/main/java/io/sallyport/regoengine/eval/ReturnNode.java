package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Ends the function with the value of a local. */
final class ReturnNode extends Node {
    private final int source;

    ReturnNode(int source) {
        this.source = source;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        run.returned = locals[source];
        return Signal.RETURN;
    }
}
