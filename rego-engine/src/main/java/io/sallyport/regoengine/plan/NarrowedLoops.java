package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.builtin.collection.LoopCandidates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets a loop over an indexed array run only for the elements for which its first test can hold: {@code some h in
 * data.lists.hosts; h == input.net.host}, {@code h in input.net.suffixes}, {@code data.lists.hosts[_] ==
 * input.net.host}. In front of the loop, what the test compares the element with is computed once, and the loop gets an
 * object of positions and elements in place of the array: the same keys, values and order, without the others.
 *
 * <p>It holds because nothing but locals changes in an iteration before the test ({@link LoopTest}), what the test
 * compares with is the same in each, and no statement outside the loop reads a local that the loop sets before the
 * test. An iteration whose test fails then has no effect. An array without an index is scanned as before.
 */
final class NarrowedLoops {
    /** Loops of one function. */
    private static final int MAX = 200;

    /** What other blocks of the function read without setting it first, by the number of the block. */
    private final List<Set<Integer>> exposed;

    private final Set<Integer> stored = new HashSet<>();

    /** Locals whose values statements add to, under whatever number. */
    private final Set<Integer> growing = new HashSet<>();

    private Block whole;
    private Set<Integer> exposedElsewhere = Set.of();
    private int free;
    private int narrowed;

    private NarrowedLoops(List<Integer> parameters, List<Block> body) {
        exposed = body.stream().map(ExposedReads::of).toList();
        whole = body.getFirst();
        parameters.forEach(this::use);
        Blocks.each(body, statement -> {
            Sources.of(statement).forEach(this::use);
            Targets.of(statement).forEach(this::use);
            if (statement instanceof Statement.Dot dot && dot.isStored()) {
                stored.add(dot.target());
            }
            Addition addition = Addition.of(statement);
            if (addition != null) {
                growing.add(addition.local());
            }
        });
        while (growsUnderOtherNumbers(body)) {}
    }

    private boolean growsUnderOtherNumbers(List<Block> body) {
        int before = growing.size();
        Blocks.each(body, statement -> {
            if (Sources.of(statement).stream().anyMatch(growing::contains)) {
                growing.addAll(Targets.of(statement));
            }
        });
        return growing.size() > before;
    }

    static List<Block> in(List<Integer> parameters, List<Block> body) {
        return body.isEmpty() ? body : new NarrowedLoops(parameters, body).all(body);
    }

    private void use(int local) {
        free = Math.max(free, local + 1);
    }

    private List<Block> all(List<Block> body) {
        List<Block> changed = new ArrayList<>(body.size());
        for (int i = 0; i < body.size(); i++) {
            whole = body.get(i);
            exposedElsewhere = new HashSet<>();
            for (int other = 0; other < exposed.size(); other++) {
                if (other != i) {
                    exposedElsewhere.addAll(exposed.get(other));
                }
            }
            changed.add(block(whole));
        }
        return changed;
    }

    private List<Block> blocks(List<Block> blocks) {
        return blocks.stream().map(this::block).toList();
    }

    private Block block(Block block) {
        List<Statement> changed = new ArrayList<>(block.statements().size());
        for (Statement statement : block.statements()) {
            switch (statement) {
                case Statement.Nested s -> changed.add(new Statement.Nested(blocks(s.blocks()), s.position()));
                case Statement.Not s -> changed.add(new Statement.Not(block(s.block()), s.position()));
                case Statement.With s ->
                    changed.add(new Statement.With(s.local(), s.path(), s.value(), block(s.block()), s.position()));
                case Statement.Scan s -> scan(s, changed);
                default -> changed.add(statement);
            }
        }
        return new Block(
                changed, block.steps() + changed.size() - block.statements().size());
    }

    /** To look into what is not of storage is only a loss of time: it has no index. */
    private void scan(Statement.Scan scan, List<Statement> to) {
        LoopTest test = stored.contains(scan.source()) && narrowed < MAX ? LoopTest.of(scan, growing, free) : null;
        int scanned = scan.source();
        if (test != null && !isReadOutside(scan, test.before())) {
            narrowed++;
            free = test.free();
            scanned = free++;
            narrow(scan, test, scanned, to);
        }
        to.add(new Statement.Scan(scanned, scan.key(), scan.value(), block(scan.block()), scan.position()));
    }

    private void narrow(Statement.Scan scan, LoopTest test, int elements, List<Statement> to) {
        Position at = scan.position();
        Operand array = new Operand.Local(scan.source());
        List<Statement> first = new ArrayList<>();
        first.add(new Statement.Call(LoopCandidates.IS_INDEXED, List.of(array), free++, at));
        // where the other side is undefined, no iteration comes to its test
        first.add(new Statement.MakeArray(0, elements, at));
        first.addAll(test.otherSide());
        String candidates = test.isMembership() ? LoopCandidates.MEMBERS : LoopCandidates.EQUAL;
        first.add(new Statement.Call(candidates, List.of(array, test.other()), elements, at));
        to.add(new Statement.AssignVar(array, elements, at));
        to.add(new Statement.Nested(List.of(new Block(first)), at));
    }

    /** OPA's plans never do: what stands behind a loop sets a local of that number before it reads it. */
    private boolean isReadOutside(Statement.Scan scan, Set<Integer> locals) {
        return locals.stream().anyMatch(exposedElsewhere::contains)
                || readOutside(List.of(whole), scan).stream().anyMatch(locals::contains);
    }

    @SuppressWarnings("ReferenceEquality") // this loop, not one like it
    private static Set<Integer> readOutside(List<Block> blocks, Statement.Scan scan) {
        Set<Integer> read = new HashSet<>();
        for (Block block : blocks) {
            for (Statement statement : block.statements()) {
                read.addAll(Sources.of(statement));
                if (statement != scan) {
                    read.addAll(readOutside(Blocks.within(statement), scan));
                }
            }
        }
        return read;
    }
}
