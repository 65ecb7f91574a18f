package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Leaves loops of which no later turn can change anything. */
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

    /** Whether nothing in {@code value} can note that it is read: objects can, and what holds them. */
    static boolean isPlain(@Nullable RegoValue value) {
        return value == null || (!(value instanceof RegoObject) && value.depth() <= 1);
    }
}
