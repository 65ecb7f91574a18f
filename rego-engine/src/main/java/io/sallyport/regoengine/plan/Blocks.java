package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Walks through blocks and the blocks within them, which a plan bounds to some hundred levels. */
public final class Blocks {
    private Blocks() {}

    /** What the statements of one block become, once the blocks within them are done. */
    interface Change {
        List<Statement> of(List<Statement> statements);
    }

    /** Shows each statement, one that holds blocks before those within it. */
    public static void each(List<Block> blocks, Consumer<Statement> seen) {
        for (Block block : blocks) {
            for (Statement statement : block.statements()) {
                seen.accept(statement);
                each(within(statement), seen);
            }
        }
    }

    /** Whether there is such a statement. */
    static boolean any(List<Block> blocks, Predicate<Statement> wanted) {
        return blocks.stream()
                .flatMap(block -> block.statements().stream())
                .anyMatch(statement -> wanted.test(statement) || any(within(statement), wanted));
    }

    static List<Block> changed(List<Block> blocks, Change change) {
        return blocks.stream().map(block -> changed(block, change)).toList();
    }

    private static Block changed(Block block, Change change) {
        List<Statement> statements = new ArrayList<>(block.statements().size());
        for (Statement statement : block.statements()) {
            statements.add(changed(statement, change));
        }
        return new Block(change.of(statements));
    }

    private static Statement changed(Statement statement, Change change) {
        return switch (statement) {
            case Statement.Nested s -> new Statement.Nested(changed(s.blocks(), change), s.position());
            case Statement.Not s -> new Statement.Not(changed(s.block(), change), s.position());
            case Statement.Scan s ->
                new Statement.Scan(s.source(), s.key(), s.value(), changed(s.block(), change), s.position());
            case Statement.With s ->
                new Statement.With(s.local(), s.path(), s.value(), changed(s.block(), change), s.position());
            default -> statement;
        };
    }

    /** The blocks that {@code statement} holds. */
    static List<Block> within(Statement statement) {
        return switch (statement) {
            case Statement.Nested s -> s.blocks();
            case Statement.Not s -> List.of(s.block());
            case Statement.Scan s -> List.of(s.block());
            case Statement.With s -> List.of(s.block());
            default -> List.of();
        };
    }
}
