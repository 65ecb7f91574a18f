package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Undefined if its block runs to its end. */
public final class NotNode extends Node {
    private final Sequence block;

    public NotNode(Sequence block) {
        this.block = block;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        int signal = block.run(run, locals);
        return switch (signal) {
            case Signal.NEXT -> Signal.UNDEFINED;
            case Signal.UNDEFINED -> Signal.NEXT;
            default -> Signal.outOf(signal);
        };
    }

    @Override
    int nesting() {
        return block.nesting();
    }
}
