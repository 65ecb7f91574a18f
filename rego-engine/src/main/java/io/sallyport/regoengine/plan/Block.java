package io.sallyport.regoengine.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Statements in order. One that is undefined ends its block.
 *
 * @param steps the cost of the block, charged when it starts
 */
public record Block(List<Statement> statements, int steps) {
    public Block {
        statements = List.copyOf(statements);
    }

    /** Creates a block that charges one step per statement. */
    public Block(List<Statement> statements) {
        this(statements, statements.size());
    }

    /**
     * Returns how many entries this block adds to the object in each local, which is the space that an object created
     * here needs.
     */
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
