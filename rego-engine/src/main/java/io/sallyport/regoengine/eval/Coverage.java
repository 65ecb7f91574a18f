package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.eval.node.Node;
import io.sallyport.regoengine.eval.node.ReportNode;
import io.sallyport.regoengine.eval.node.Sequence;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places of a policy that were reached by the programs linked with this object. Not safe for concurrent use;
 * neither are those programs.
 */
public final class Coverage implements Instrument {
    private final Set<Position> planned = new HashSet<>();
    private final Set<Position> reached = new HashSet<>();
    private final Set<Position> made = new HashSet<>();

    /** Returns whether a statement of the plan comes from that place. */
    public boolean isPlanned(Position at) {
        return planned.contains(at);
    }

    /** Returns whether a statement from that place was run. */
    public boolean isReached(Position at) {
        return reached.contains(at);
    }

    /** Returns whether the rule whose head is at that place produced a value. */
    public boolean isMade(Position at) {
        return made.contains(at);
    }

    @Override
    public List<Sequence> before(String function, List<Block> blocks) {
        return List.of();
    }

    @Override
    public void add(Node node, Statement statement, @Nullable Statement previous, List<Node> block) {
        if (!(statement instanceof Statement.Indexed)) {
            Position at = statement.position();
            Set<Position> alsoIn = isValueOfRule(statement, previous) ? made : reached;
            planned.add(at);
            block.add(new ReportNode(() -> {
                reached.add(at);
                alsoIn.add(at);
            }));
        }
        block.add(node);
    }

    /**
     * OPA's planner sets the value of a rule at a position in its head; a statement that only passes a value on checks
     * first whether it is defined.
     */
    private static boolean isValueOfRule(Statement statement, @Nullable Statement previous) {
        return switch (statement) {
            case Statement.AssignVarOnce _ -> !(previous instanceof Statement.IsDefined);
            case Statement.SetAdd _, Statement.ObjectInsertOnce _ -> true;
            default -> false;
        };
    }
}
