package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.RunFailure;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Sets a local. If it already has an equal value, it keeps it; if it has another one, this is a conflict. */
public final class AssignOnceNode extends Node {
    private final Source source;
    private final int target;
    private final String conflict;
    private final Position position;

    public AssignOnceNode(Source source, int target, String conflict, Position position) {
        this.source = source;
        this.target = target;
        this.conflict = conflict;
        this.position = position;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        locals[target] = once(run, locals[target], source.read(locals), conflict, position);
        return Signal.NEXT;
    }

    /** Returns the value of a local that has {@code held} after {@code value} was assigned. */
    static @Nullable RegoValue once(
            Run run, @Nullable RegoValue held, @Nullable RegoValue value, String conflict, Position position) {
        if (held == null) {
            return value;
        }
        if (!Equality.holds(run, held, value)) {
            throw new RunFailure(FailureKind.CONFLICT, conflict, position);
        }
        return held;
    }
}
