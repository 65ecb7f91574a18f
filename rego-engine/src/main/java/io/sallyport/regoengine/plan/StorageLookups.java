package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the look-ups of a function that OPA makes in its storage, where paths consist of strings: those in {@code
 * data}, and in the results of such look-ups. OPA's plan uses the same statement for them and for look-ups in values.
 *
 * <p>What a local holds depends on the place, because OPA's planner reuses the numbers of one body in the next.
 * Statements are therefore followed in order. A local holds a part of the storage from the look-up that found it until
 * something else may set it: after a block that may have been left anywhere, in a later iteration of a loop, in the
 * next block of the function. A local whose kind is tested counts as a value, because OPA's planner tests the kind
 * before it matches a pattern.
 */
record StorageLookups(int data) {
    /** @param data the local that holds {@code data} */
    static List<Block> marked(List<Block> body, int data) {
        return new StorageLookups(data).blocks(body, new HashSet<>(Set.of(data)));
    }

    /** @param stored the locals that hold parts of the storage; may become fewer during the call */
    private List<Block> blocks(List<Block> blocks, Set<Integer> stored) {
        List<Block> marked = new ArrayList<>(blocks.size());
        for (Block block : blocks) {
            marked.add(block(block, stored));
            stored.removeAll(Targets.in(block));
        }
        return marked;
    }

    private Block block(Block block, Set<Integer> before) {
        Set<Integer> stored = new HashSet<>(before);
        List<Statement> marked = new ArrayList<>(block.statements().size());
        for (Statement statement : block.statements()) {
            marked.add(statement(statement, stored));
        }
        return new Block(marked, block.steps());
    }

    private Statement statement(Statement statement, Set<Integer> stored) {
        return switch (statement) {
            case Statement.Dot s -> lookup(s, stored);
            case Statement.Nested s -> new Statement.Nested(blocks(s.blocks(), stored), s.position());
            case Statement.Not s ->
                new Statement.Not(blocks(List.of(s.block()), stored).getFirst(), s.position());
            case Statement.Scan s -> scan(s, stored);
            case Statement.With s -> with(s, stored);
            case Statement.IsArray s -> asked(s, s.source(), stored);
            case Statement.IsObject s -> asked(s, s.source(), stored);
            default -> {
                Targets.of(statement).forEach(stored::remove);
                yield statement;
            }
        };
    }

    private static Statement lookup(Statement.Dot dot, Set<Integer> stored) {
        boolean isStored = isIn(stored, dot.source());
        stored.remove(dot.target());
        if (isStored) {
            stored.add(dot.target());
        }
        return isStored ? dot.stored() : dot;
    }

    /** {@code data.lists[name][2]}: OPA iterates over the names, and looks up each path separately. */
    private Statement scan(Statement.Scan scan, Set<Integer> stored) {
        boolean isStored = stored.contains(scan.source());
        stored.removeAll(Targets.in(scan.block()));
        stored.removeAll(Targets.of(scan));
        Set<Integer> inside = new HashSet<>(stored);
        if (isStored && scan.key() != scan.value()) {
            inside.add(scan.value());
        }
        return new Statement.Scan(
                scan.source(), scan.key(), scan.value(), block(scan.block(), inside), scan.position());
    }

    /** If {@code data} is replaced, the look-up itself takes that into account; any other local then holds a value. */
    private Statement with(Statement.With with, Set<Integer> stored) {
        Set<Integer> inside = new HashSet<>(stored);
        if (with.local() != data) {
            inside.remove(with.local());
        }
        Block block = block(with.block(), inside);
        stored.removeAll(Targets.in(with.block()));
        return new Statement.With(with.local(), with.path(), with.value(), block, with.position());
    }

    private static Statement asked(Statement statement, Operand source, Set<Integer> stored) {
        if (source instanceof Operand.Local(int number)) {
            stored.remove(number);
        }
        return statement;
    }

    private static boolean isIn(Set<Integer> stored, Operand source) {
        return source instanceof Operand.Local(int number) && stored.contains(number);
    }
}
