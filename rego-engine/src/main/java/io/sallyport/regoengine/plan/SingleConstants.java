package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The locals of a function that never hold anything but one constant: assigning that once more is no conflict. */
final class SingleConstants {
    /** How far a constant is followed from local to local. */
    private static final int MAX_STEPS = 8;

    private final Map<Integer, List<Statement>> writes = new HashMap<>();

    private final List<Integer> parameters;

    private SingleConstants(List<Integer> parameters) {
        this.parameters = parameters;
    }

    static SingleConstants of(PlannedFunction function) {
        SingleConstants values = new SingleConstants(function.parameters());
        Blocks.each(function.blocks(), statement -> {
            if (!(statement instanceof Statement.ResetLocal)) {
                Targets.of(statement)
                        .forEach(target -> values.writes
                                .computeIfAbsent(target, _ -> new ArrayList<>())
                                .add(statement));
            }
        });
        return values;
    }

    boolean hasOne(int local) {
        return only(local, MAX_STEPS) != null;
    }

    private @Nullable Constant only(int local, int steps) {
        if (parameters.contains(local)) {
            return null;
        }
        Constant only = null;
        for (Statement write : writes.getOrDefault(local, List.of())) {
            Constant written = written(write, steps);
            if (written == null || (only != null && !only.equals(written))) {
                return null;
            }
            only = written;
        }
        return only;
    }

    private @Nullable Constant written(Statement write, int steps) {
        Operand.Local from = Constant.source(write);
        if (from != null) {
            return steps == 0 ? null : only(from.number(), steps - 1);
        }
        return Constant.of(write);
    }
}
