package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Runs blocks in order, whether or not each runs to its end. */
public final class NestedNode extends Node {
    private final Sequence[] blocks;

    public NestedNode(Sequence[] blocks) {
        this.blocks = blocks;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        for (Sequence block : blocks) {
            int signal = block.run(run, locals);
            if (signal != Signal.NEXT && signal != Signal.UNDEFINED) {
                return Signal.outOf(signal);
            }
        }
        return Signal.NEXT;
    }

    @Override
    int nesting() {
        return Sequence.nesting(blocks);
    }
}
