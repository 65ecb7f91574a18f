package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Leaves blocks. */
final class BreakNode extends Node {
    private final int signal;

    BreakNode(int index) {
        this.signal = index + 1;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        return signal;
    }
}
