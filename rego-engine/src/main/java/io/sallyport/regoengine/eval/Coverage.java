package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.eval.node.CoverageNode;
import io.sallyport.regoengine.eval.node.Node;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which places of a policy were come to by the programs that were linked with it. Not safe for concurrent use: neither are
 * those programs.
 */
public final class Coverage {
    private final Set<Position> planned = new HashSet<>();
    private final Set<Position> reached = new HashSet<>();
    private final Set<Position> made = new HashSet<>();

    /** Whether a statement of the plan comes from there. */
    public boolean isPlanned(Position at) {
        return planned.contains(at);
    }

    /** Whether a statement that comes from there was run. */
    public boolean isReached(Position at) {
        return reached.contains(at);
    }

    /** Whether the rule whose head stands there made a value. */
    public boolean isMade(Position at) {
        return made.contains(at);
    }

    /** The node to run before the one of {@code statement}, which comes behind {@code previous} in its block. */
    Node before(Statement statement, @Nullable Statement previous) {
        planned.add(statement.position());
        return new CoverageNode(reached, isValueOfRule(statement, previous) ? made : reached, statement.position());
    }

    /** OPA's planner sets the value of a rule from a place in its head; what hands it on asks first if it is defined. */
    private static boolean isValueOfRule(Statement statement, @Nullable Statement previous) {
        return switch (statement) {
            case Statement.AssignVarOnce _ -> !(previous instanceof Statement.IsDefined);
            case Statement.SetAdd _, Statement.ObjectInsertOnce _ -> true;
            default -> false;
        };
    }
}
