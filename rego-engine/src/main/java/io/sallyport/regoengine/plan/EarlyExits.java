package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Ends loops where the rest of them would change nothing ({@link LaterTurns}): OPA's plan runs each to its end. A plan that
 * replaces data is left as it is, since data could hold a part of the input then. For one plan.
 */
final class EarlyExits {
    private final QuietFunctions quiet;
    private final boolean isLeftAsItIs;

    private EarlyExits(QuietFunctions quiet, boolean isLeftAsItIs) {
        this.quiet = quiet;
        this.isLeftAsItIs = isLeftAsItIs;
    }

    static EarlyExits of(Plan plan) {
        return new EarlyExits(QuietFunctions.of(plan), replacesData(plan) || namesTwoAlike(plan.functions()));
    }

    private static boolean replacesData(Plan plan) {
        return plan.queries().stream().anyMatch(query -> Blocks.any(query.blocks(), EarlyExits::replacesData))
                || plan.functions().stream()
                        .anyMatch(function -> Blocks.any(function.blocks(), EarlyExits::replacesData));
    }

    private static boolean replacesData(Statement statement) {
        return statement instanceof Statement.With with && with.replacesData();
    }

    private static boolean namesTwoAlike(List<PlannedFunction> functions) {
        return functions.stream().map(PlannedFunction::name).distinct().count() < functions.size();
    }

    /** {@code body}, the blocks of one function, with its early exits. */
    List<Block> in(List<Integer> parameters, List<Block> body) {
        if (isLeftAsItIs) {
            return body;
        }
        var facts = new FunctionFacts(parameters, body, quiet);
        List<Block> changed = new ArrayList<>(body.size());
        for (Block block : body) {
            changed.add(block(block, true, facts.at(changed.size(), block)));
        }
        return changed;
    }

    private static List<Block> blocks(List<Block> blocks, BlockFacts facts) {
        return blocks.stream().map(block -> block(block, true, facts)).toList();
    }

    /** @param mayEndEarly whether it is the same to what holds the block if it ends, and if it comes to its end */
    private static Block block(Block block, boolean mayEndEarly, BlockFacts facts) {
        List<Statement> changed = new ArrayList<>(block.statements().size());
        for (int i = 0; i < block.statements().size(); i++) {
            boolean isLast = i == block.statements().size() - 1;
            changed.add(statement(block.statements().get(i), mayEndEarly && isLast, facts));
        }
        return new Block(changed, block.steps());
    }

    /** @param mayEndBlock whether it is the same if the statement ends its block */
    private static Statement statement(Statement statement, boolean mayEndBlock, BlockFacts facts) {
        return switch (statement) {
            case Statement.Nested s -> new Statement.Nested(blocks(s.blocks(), facts), s.position());
            case Statement.Not s -> new Statement.Not(block(s.block(), false, facts), s.position());
            case Statement.With s ->
                new Statement.With(s.local(), s.path(), s.value(), block(s.block(), false, facts), s.position());
            case Statement.Scan s -> scan(s, mayEndBlock, facts);
            default -> statement;
        };
    }

    /** What ends a nest ends the block around it too; where that would make a difference, it stands in one of its own. */
    private static Statement scan(Statement.Scan scan, boolean mayEndBlock, BlockFacts facts) {
        LoopNest nest = LoopNest.of(scan);
        List<Integer> plain = LaterTurns.changeNothing(nest, facts);
        if (plain == null) {
            return over(scan, block(scan.block(), true, facts));
        }
        var exit = new Statement.EarlyExit(nest.scans().size(), plain, scan.position());
        Statement.Scan ended = ended(scan, exit, facts);
        return mayEndBlock ? ended : new Statement.Nested(List.of(new Block(List.of(ended), 0)), scan.position());
    }

    /** The nest that begins with {@code scan}, with {@code exit} at its innermost end. */
    private static Statement.Scan ended(Statement.Scan scan, Statement.EarlyExit exit, BlockFacts facts) {
        List<Statement> turn = new ArrayList<>(scan.block().statements());
        Statement.Scan inner = !turn.isEmpty() && turn.getLast() instanceof Statement.Scan last ? last : null;
        if (inner != null) {
            turn.removeLast();
        }
        turn.replaceAll(statement -> statement(statement, false, facts));
        turn.add(inner == null ? exit : ended(inner, exit, facts));
        return over(scan, new Block(turn, scan.block().steps()));
    }

    private static Statement.Scan over(Statement.Scan scan, Block block) {
        return new Statement.Scan(scan.source(), scan.key(), scan.value(), block, scan.position());
    }
}
