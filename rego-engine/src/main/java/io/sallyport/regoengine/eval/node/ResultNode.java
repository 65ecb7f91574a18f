package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Adds an answer to the query's results. */
public final class ResultNode extends Node {
    private final int value;

    public ResultNode(int value) {
        this.value = value;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        run.addResult(locals[value]);
        return Signal.NEXT;
    }
}
