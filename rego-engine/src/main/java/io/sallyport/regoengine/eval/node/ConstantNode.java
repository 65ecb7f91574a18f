package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Sets a local to a constant, or to undefined. */
public final class ConstantNode extends Node {
    private final @Nullable RegoValue value;
    private final int target;

    public ConstantNode(@Nullable RegoValue value, int target) {
        this.value = value;
        this.target = target;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        locals[target] = value;
        return Signal.NEXT;
    }
}
