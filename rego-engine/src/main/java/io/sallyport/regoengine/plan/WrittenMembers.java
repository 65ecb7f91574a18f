package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoString;
import java.util.List;
import java.util.TreeSet;

/** Finds what the rules of one set write as constants: names, for example, that no evaluation has come to yet. */
public final class WrittenMembers {
    /** The maximum number of constants that are found. */
    public static final int MAX = 500;

    private WrittenMembers() {}

    /**
     * Returns the constant strings that the rules of the query's set give their objects as {@code member}, sorted. What
     * is computed, or made by a function, is not among them.
     */
    public static List<String> in(Plan plan, String query, String member) {
        PlannedFunction set = MarkedRules.function(plan, query);
        if (set == null) {
            return List.of();
        }
        var found = new TreeSet<String>();
        Blocks.each(set.blocks(), statement -> {
            if (statement instanceof Statement.ObjectInsert insert
                    && insert.key().equals(new Operand.Constant(RegoString.of(member)))
                    && insert.value() instanceof Operand.Constant(RegoString word)) {
                found.add(word.text());
            }
        });
        return found.stream().limit(MAX).toList();
    }
}
