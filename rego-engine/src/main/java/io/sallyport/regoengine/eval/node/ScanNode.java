package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Runs a block for each element of a collection, in order; scalars have none. */
public final class ScanNode extends Node {
    private final int source;
    private final int key;
    private final int value;
    private final Sequence block;

    public ScanNode(int source, int key, int value, Sequence block) {
        this.source = source;
        this.key = key;
        this.value = value;
        this.block = block;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue scanned = locals[source];
        for (int i = 0; scanned != null && Elements.reaches(scanned, i); i++) {
            int signal = step(run, locals, Elements.key(scanned, i), Elements.value(scanned, i));
            if (signal != Signal.NEXT) {
                return signal;
            }
        }
        return Signal.NEXT;
    }

    private int step(Run run, @Nullable RegoValue[] locals, RegoValue atKey, RegoValue atValue) {
        run.fuel.step();
        locals[key] = atKey;
        locals[value] = atValue;
        int signal = block.run(run, locals);
        return signal == Signal.UNDEFINED ? Signal.NEXT : Signal.outOf(signal);
    }

    @Override
    int nesting() {
        return block.nesting();
    }
}
