package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoString;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How a plan function uses its locals. Immutable after construction. */
final class LocalUse {
    /** A longer chain of look-ups, or a cycle, is not followed. */
    private static final int MAX_STEPS = 32;

    private final Set<Integer> parameters;
    private final boolean keepsLookups;
    private final Map<Integer, Integer> places = new LinkedHashMap<>();
    private final Map<Integer, Integer> changes = new HashMap<>();
    private final Set<Integer> read = new HashSet<>();
    private final Map<Integer, Statement.Dot> lookups = new HashMap<>();
    private final Map<Integer, Integer> entries = new HashMap<>();

    /** @param keepsLookups whether any look-up is considered stable */
    LocalUse(List<Integer> parameters, List<Block> body, boolean keepsLookups) {
        this.keepsLookups = keepsLookups;
        this.parameters = Set.copyOf(parameters);
        parameters.forEach(this::place);
        blocks(body);
    }

    /** Returns the locals, numbered from 0 in the order of their first use; parameters come first. */
    Map<Integer, Integer> places() {
        return places;
    }

    boolean isRead(int local) {
        return read.contains(local);
    }

    /**
     * Returns whether {@code dot} yields the same value throughout one call of the function, and nothing else sets its
     * target. It must start at a parameter that is never changed, and use constants or such parameters as keys. All
     * statements of the function count: a local that another body reuses is set twice, and is not stable.
     */
    boolean isStable(Statement.Dot dot) {
        return keepsLookups && isStable(dot, MAX_STEPS);
    }

    private boolean isStable(Statement.Dot dot, int steps) {
        return changes(dot.target()) == 1
                && !parameters.contains(dot.target())
                && isStableKey(dot.key())
                && dot.source() instanceof Operand.Local(int source)
                && (isConstant(source) || isStable(source, steps - 1));
    }

    private boolean isStable(int local, int steps) {
        Statement.Dot lookup = lookups.get(local);
        return lookup != null && steps > 0 && isStable(lookup, steps);
    }

    private boolean isStableKey(Operand key) {
        return switch (key) {
            case Operand.Constant(var value) -> value instanceof RegoString text && text.weight() == 1;
            case Operand.Local(int number) -> isConstant(number);
        };
    }

    private boolean isConstant(int local) {
        return parameters.contains(local) && changes(local) == 0;
    }

    private int changes(int local) {
        return changes.getOrDefault(local, 0);
    }

    private void place(int local) {
        places.putIfAbsent(local, places.size());
    }

    private void blocks(List<Block> blocks) {
        blocks.forEach(this::block);
    }

    private void block(Block block) {
        block.statements().forEach(this::statement);
        block.inserts().forEach((local, count) -> entries.merge(local, count, Math::max));
    }

    /** Returns the maximum number of entries that a block adds to an object in {@code local}. */
    int entries(int local) {
        return entries.getOrDefault(local, 0);
    }

    private void read(Operand operand) {
        if (operand instanceof Operand.Local(int number)) {
            read(number);
        }
    }

    private void read(int local) {
        place(local);
        read.add(local);
    }

    private void change(int local) {
        place(local);
        changes.merge(local, 1, Integer::sum);
    }

    private void readAndChange(int local) {
        read(local);
        change(local);
    }

    private void statement(Statement statement) {
        switch (statement) {
            case Statement.ArrayAppend s -> grow(s.array(), s.value());
            case Statement.AssignInt s -> change(s.target());
            case Statement.AssignVar s -> assign(s.target(), s.source());
            case Statement.AssignVarOnce s -> grow(s.target(), s.source());
            case Statement.Nested s -> blocks(s.blocks());
            case Statement.Break _, Statement.Nop _ -> {}
            case Statement.Indexed s -> read(s.local());
            case Statement.Call s -> assign(s.result(), s.arguments().toArray(Operand[]::new));
            case Statement.CallDynamic s -> callDynamic(s);
            case Statement.Dot s -> {
                assign(s.target(), s.source(), s.key());
                lookups.put(s.target(), s);
            }
            case Statement.Equal s -> read(s.a(), s.b());
            case Statement.NotEqual s -> read(s.a(), s.b());
            case Statement.IsArray s -> read(s.source());
            case Statement.IsObject s -> read(s.source());
            case Statement.IsSet s -> read(s.source());
            case Statement.IsDefined s -> read(s.source());
            case Statement.IsUndefined s -> read(s.source());
            case Statement.Len s -> assign(s.target(), s.source());
            case Statement.MakeArray s -> change(s.target());
            case Statement.MakeNull s -> change(s.target());
            case Statement.MakeNumber s -> change(s.target());
            case Statement.MakeObject s -> change(s.target());
            case Statement.MakeSet s -> change(s.target());
            case Statement.Not s -> block(s.block());
            case Statement.ObjectInsert s -> grow(s.object(), s.key(), s.value());
            case Statement.ObjectInsertOnce s -> grow(s.object(), s.key(), s.value());
            case Statement.ObjectMerge s -> {
                read(s.a());
                read(s.b());
                change(s.target());
            }
            case Statement.ResetLocal s -> change(s.target());
            case Statement.ResultSetAdd s -> read(s.value());
            case Statement.ReturnLocal s -> read(s.source());
            case Statement.Scan s -> {
                read(s.source());
                change(s.key());
                change(s.value());
                block(s.block());
            }
            case Statement.SetAdd s -> grow(s.set(), s.value());
            case Statement.With s -> {
                read(s.value());
                readAndChange(s.local());
                block(s.block());
            }
        }
    }

    private void callDynamic(Statement.CallDynamic call) {
        call.path().forEach(this::read);
        call.arguments().forEach(this::read);
        change(call.result());
    }

    private void read(Operand a, Operand b) {
        read(a);
        read(b);
    }

    private void assign(int target, Operand... from) {
        for (Operand operand : from) {
            read(operand);
        }
        change(target);
    }

    private void grow(int grown, Operand... by) {
        assign(grown, by);
        read(grown);
    }
}
