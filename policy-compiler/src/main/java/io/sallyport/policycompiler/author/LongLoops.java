package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Preparation;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.plan.Targets;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds loops that look at each entry of a list, as the gateway runs them: a loop that an index shortens is none.
 * Locals are followed in order, as their numbers are used again. For one plan; confined to one thread.
 */
final class LongLoops {
    private static final int DATA = 1;

    private final Set<LongLoop> found = new HashSet<>();

    private LongLoops() {}

    /**
     * A loop over a list.
     *
     * @param list the path below {@code data.lists}
     * @param steps what one iteration takes at most, as far as it calls nothing
     */
    record LongLoop(List<String> list, int steps, Position position) {
        LongLoop {
            list = List.copyOf(list);
        }

        /** Returns a warning if the loop over {@code data} may take more steps than an evaluation has, or none. */
        List<Diagnostic> warnings(RegoObject data) {
            long entries = entries(data.get("lists"));
            long all = entries * steps;
            return all <= Limits.DEFAULT.steps() ? List.of() : List.of(warning(entries, all));
        }

        private Diagnostic warning(long entries, long all) {
            String name = "data.lists." + String.join(".", list);
            return Diagnostic.warning(
                    position.file(),
                    position.row(),
                    position.column(),
                    DiagnosticCode.LONG_LOOP,
                    "this loop takes up to %,d steps for the %,d entries of %s; by default an evaluation may take %,d"
                            .formatted(all, entries, name, Limits.DEFAULT.steps()),
                    "begin it with a test that the entry == or in something, or make the list an object by key");
        }

        private int entries(@Nullable RegoValue lists) {
            RegoValue at = lists;
            for (String name : list) {
                at = at instanceof RegoObject object ? object.get(name) : null;
            }
            return switch (at) {
                case RegoArray array -> array.size();
                case RegoObject object -> object.size();
                case null, default -> 0;
            };
        }
    }

    static List<LongLoop> of(Plan plan) {
        LongLoops loops = new LongLoops();
        for (PlannedFunction function : Preparation.of(plan).functions()) {
            if (function.parameters().size() > DATA) {
                Map<Integer, List<String>> paths =
                        new HashMap<>(Map.of(function.parameters().get(DATA), List.of()));
                loops.look(function.blocks(), paths);
            }
        }
        return List.copyOf(loops.found);
    }

    /** @param paths the locals that hold parts of data, and where these stand; fewer after the call */
    private void look(Collection<Block> blocks, Map<Integer, List<String>> paths) {
        for (Block block : blocks) {
            Map<Integer, List<String>> inside = new HashMap<>(paths);
            block.statements().forEach(statement -> look(statement, inside));
            paths.keySet().removeAll(Targets.in(block));
        }
    }

    private void look(Statement statement, Map<Integer, List<String>> paths) {
        List<String> path = pathOf(statement, paths);
        switch (statement) {
            case Statement.Scan scan -> {
                List<String> list = paths.get(scan.source());
                if (list != null && list.size() > 1 && list.getFirst().equals("lists")) {
                    found.add(new LongLoop(
                            list.subList(1, list.size()), 1 + scan.block().steps(), scan.position()));
                }
                paths.keySet().removeAll(Targets.in(scan.block()));
                look(List.of(scan.block()), paths);
            }
            case Statement.Nested nested -> look(nested.blocks(), paths);
            case Statement.Not not -> look(List.of(not.block()), paths);
            case Statement.With with -> {
                Map<Integer, List<String>> inside = new HashMap<>(paths);
                inside.remove(with.local());
                look(List.of(with.block()), inside);
                paths.keySet().removeAll(Targets.in(with.block()));
            }
            default -> {}
        }
        Targets.of(statement).forEach(paths::remove);
        if (path != null) {
            paths.put(Targets.of(statement).getFirst(), path);
        }
    }

    private static @Nullable List<String> pathOf(Statement statement, Map<Integer, List<String>> paths) {
        if (statement instanceof Statement.AssignVar(Operand.Local(int source), int _, var _)) {
            return paths.get(source);
        }
        if (!(statement instanceof Statement.Dot dot)
                || !(dot.source() instanceof Operand.Local(int source))
                || !(dot.key() instanceof Operand.Constant(RegoString name))) {
            return null;
        }
        List<String> above = paths.get(source);
        return above == null
                ? null
                : Stream.concat(above.stream(), Stream.of(name.text())).toList();
    }
}
