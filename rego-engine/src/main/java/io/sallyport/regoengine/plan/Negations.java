package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoBoolean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Fixes the plan that OPA's planner (1.22) produces for {@code not data.roles[input.team] == "x"} if {@code roles} has
 * rules. The planner puts the rest of the condition into a block of its own, after the call. A condition that does not
 * hold then ends only that block, so the negated block runs to its end and the negation does not hold either. Here the
 * end of such a block sets a local, and without it the negated condition does not hold. Blocks keep their nesting,
 * since a call of an undefined rule leaves a number of them.
 */
final class Negations {
    private int fresh;

    private Negations(int fresh) {
        this.fresh = fresh;
    }

    static List<Block> in(List<Integer> parameters, List<Block> body) {
        List<Integer> used = new ArrayList<>(parameters);
        Blocks.each(body, statement -> {
            used.addAll(Sources.of(statement));
            used.addAll(Targets.of(statement));
        });
        var negations = new Negations(used.isEmpty() ? 0 : Collections.max(used) + 1);
        return Blocks.changed(
                body, statements -> statements.stream().map(negations::mended).toList());
    }

    private Statement mended(Statement statement) {
        if (!(statement instanceof Statement.Not(var negated, var position)) || !endsInRest(negated)) {
            return statement;
        }
        int holds = fresh++;
        List<Statement> statements = new ArrayList<>(List.of(new Statement.ResetLocal(holds, position)));
        statements.addAll(noted(negated, holds, position).statements());
        statements.add(new Statement.IsDefined(holds, position));
        return new Statement.Not(new Block(statements), position);
    }

    /**
     * Returns whether the last statement of {@code block} is such a rest of a condition: one block that contains such a
     * call and does not end with a break.
     */
    private static boolean endsInRest(Block block) {
        return !block.statements().isEmpty()
                && block.statements().getLast() instanceof Statement.Nested(var blocks, var _)
                && blocks.size() == 1
                && !blocks.getFirst().statements().isEmpty()
                && !(blocks.getFirst().statements().getLast() instanceof Statement.Break)
                && Blocks.any(blocks, Statement.CallDynamic.class::isInstance);
    }

    /** Returns the block with {@code holds} set where its condition ends, which may be in a rest within the rest. */
    private static Block noted(Block block, int holds, Position position) {
        List<Statement> statements = new ArrayList<>(block.statements());
        if (endsInRest(block)) {
            Block rest = Blocks.within(statements.removeLast()).getFirst();
            statements.add(new Statement.Nested(List.of(noted(rest, holds, position)), position));
        } else {
            statements.add(new Statement.AssignVar(new Operand.Constant(RegoBoolean.TRUE), holds, position));
        }
        return new Block(statements);
    }
}
