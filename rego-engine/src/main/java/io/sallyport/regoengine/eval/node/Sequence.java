package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block: nodes in order. Charges for them when it starts. Immutable. */
public final class Sequence {
    private final Node[] nodes;
    private final int nesting;
    private final int steps;

    /** @param steps the steps that it charges */
    public Sequence(List<Node> nodes, int steps) {
        this.nodes = nodes.toArray(new Node[0]);
        this.steps = steps;
        this.nesting = 1 + nodes.stream().mapToInt(Node::nesting).max().orElse(0);
    }

    int run(Run run, @Nullable RegoValue[] locals) {
        run.fuel.steps(steps);
        for (Node node : nodes) {
            int signal = node.run(run, locals);
            if (signal != Signal.NEXT) {
                return signal;
            }
        }
        return Signal.NEXT;
    }

    int nesting() {
        return nesting;
    }

    /** Returns the deepest nesting of {@code sequences}. */
    static int nesting(Sequence[] sequences) {
        int nesting = 0;
        for (Sequence sequence : sequences) {
            nesting = Math.max(nesting, sequence.nesting);
        }
        return nesting;
    }
}
