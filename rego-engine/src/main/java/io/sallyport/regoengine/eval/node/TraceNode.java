package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.Tracer;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Runs the node of an expression and reports how it ended. */
public final class TraceNode extends Node {
    private final Node node;
    private final Tracer tracer;
    private final Position position;

    public TraceNode(Node node, Tracer tracer, Position position) {
        this.node = node;
        this.tracer = tracer;
        this.position = position;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        tracer.reached(position);
        int signal = node.run(run, locals);
        if (signal == Signal.UNDEFINED) {
            tracer.failed(position);
        } else if (node instanceof NotNode) {
            tracer.negated(position);
        }
        return signal;
    }

    @Override
    int nesting() {
        return node.nesting();
    }
}
