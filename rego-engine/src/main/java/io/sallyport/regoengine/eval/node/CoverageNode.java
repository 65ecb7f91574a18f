package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records that the next statement is about to run. */
public final class CoverageNode extends Node {
    private final Set<Position> reached;
    private final Set<Position> alsoIn;
    private final Position position;

    public CoverageNode(Set<Position> reached, Set<Position> alsoIn, Position position) {
        this.reached = reached;
        this.alsoIn = alsoIn;
        this.position = position;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        reached.add(position);
        alsoIn.add(position);
        return Signal.NEXT;
    }
}
