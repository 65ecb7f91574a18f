package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Sets a local. */
public final class AssignNode extends Node {
    private final Source source;
    private final int target;

    public AssignNode(Source source, int target) {
        this.source = source;
        this.target = target;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        locals[target] = source.read(locals);
        return Signal.NEXT;
    }
}
