package io.sallyport.regoengine.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Statements in order. One that is undefined ends its block.
 *
 * @param steps what the block costs when it starts
 */
public record Block(List<Statement> statements, int steps) {
    public Block {
        statements = List.copyOf(statements);
    }

    /** A block that pays a step for each statement. */
    public Block(List<Statement> statements) {
        this(statements, statements.size());
    }

    /** How many entries this block adds to the object in each local: room that an object made here needs. */
    public Map<Integer, Integer> inserts() {
        Map<Integer, Integer> inserts = new HashMap<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.ObjectInsert insert) {
                inserts.merge(insert.object(), 1, Integer::sum);
            } else if (statement instanceof Statement.ObjectInsertOnce insert) {
                inserts.merge(insert.object(), 1, Integer::sum);
            }
        }
        return inserts;
    }
}
