package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Leaves blocks. */
public final class BreakNode extends Node {
    private final int signal;

    public BreakNode(int index) {
        this.signal = index + 1;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        return signal;
    }
}
