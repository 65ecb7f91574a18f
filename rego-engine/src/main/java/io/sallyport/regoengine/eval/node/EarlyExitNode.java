package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Leaves loops whose later iterations cannot change anything. */
public final class EarlyExitNode extends Node {
    private final int signal;
    private final int[] plain;

    public EarlyExitNode(int index, int[] plain) {
        this.signal = index + 1;
        this.plain = plain;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        for (int local : plain) {
            if (!isPlain(locals[local])) {
                return Signal.NEXT;
            }
        }
        return signal;
    }

    /** Returns whether {@code value} cannot record that it is read; objects, and values that contain them, can. */
    static boolean isPlain(@Nullable RegoValue value) {
        return value == null || (!(value instanceof RegoObject) && value.depth() <= 1);
    }
}
