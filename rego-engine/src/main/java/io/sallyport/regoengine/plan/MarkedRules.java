package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A plan in two parts: the rules of one set that add an object with a certain constant member, and everything else.
 * What the parts answer together is what the plan answers. Immutable.
 *
 * @param others the plan without those rules
 * @param marked the query of the set with only those rules, or null if there are none, or it is not certain that the
 *     parts answer the same
 */
public record MarkedRules(Plan others, @Nullable Plan marked) {
    /** Parts {@code plan} by the rules of the query's set that add {@code {member: word}}. */
    public static MarkedRules in(Plan plan, String query, String member, String word) {
        PlannedFunction set = function(plan, query);
        List<Block> marked = new ArrayList<>();
        if (set != null && !isReadElsewhere(plan, query, set.name())) {
            int result = result(set);
            set.blocks().stream()
                    .filter(block -> isMarked(block, result, RegoString.of(member), RegoString.of(word)))
                    .forEach(marked::add);
        }
        return set == null || marked.isEmpty() || dependOnEachOther(set.blocks(), marked)
                ? new MarkedRules(plan, null)
                : new MarkedRules(
                        with(plan, set, block -> !marked.contains(block)),
                        asking(query, with(plan, set, block -> !isRule(block, result(set)) || marked.contains(block))));
    }

    /** Returns whether what stands in a line of the source is of the marked rules alone. */
    public boolean isMarked(String file, int row) {
        return marked != null && stands(marked, file, row) && !stands(others, file, row);
    }

    private static boolean stands(Plan part, String file, int row) {
        return part.functions().stream()
                .anyMatch(function -> Blocks.any(function.blocks(), statement -> {
                    Position place = statement.position();
                    return place.row() == row && place.file().equals(file);
                }));
    }

    /** Returns the function of the set that the query answers, or null. */
    static @Nullable PlannedFunction function(Plan plan, String query) {
        List<String> called = new ArrayList<>();
        plan.queries().stream()
                .filter(one -> one.name().equals(query))
                .forEach(one -> Blocks.each(one.blocks(), statement -> addCalled(statement, called)));
        return called.size() != 1
                ? null
                : plan.functions().stream()
                        .filter(one -> one.name().equals(called.getFirst()) && result(one) >= 0)
                        .findFirst()
                        .orElse(null);
    }

    private static void addCalled(Statement statement, List<String> called) {
        if (statement instanceof Statement.Call call) {
            called.add(call.function());
        }
    }

    /** Returns the local of the set that the function makes first and returns last, or -1 if it is no such function. */
    private static int result(PlannedFunction set) {
        List<Block> blocks = set.blocks();
        return blocks.size() > 1
                        && only(blocks.getFirst()) instanceof Statement.MakeSet(int made, var _)
                        && only(blocks.getLast()) instanceof Statement.ReturnLocal(int returned, var _)
                        && made == returned
                        && !Blocks.any(blocks.subList(1, blocks.size() - 1), Statement.ReturnLocal.class::isInstance)
                ? made
                : -1;
    }

    private static @Nullable Statement only(Block block) {
        return block.statements().size() == 1 ? block.statements().getFirst() : null;
    }

    /** Returns whether something else of the policy may read the set, and so would read a part of it. */
    private static boolean isReadElsewhere(Plan plan, String query, String function) {
        return plan.functions().stream().anyMatch(one -> Blocks.any(one.blocks(), call -> mayCall(call, function)))
                || plan.queries().stream()
                        .filter(one -> !one.name().equals(query))
                        .anyMatch(one -> Blocks.any(one.blocks(), call -> mayCall(call, function)));
    }

    private static boolean mayCall(Statement statement, String function) {
        return statement instanceof Statement.CallDynamic
                || (statement instanceof Statement.Call call && call.function().equals(function));
    }

    private static boolean isRule(Block block, int result) {
        return Blocks.any(
                List.of(block), statement -> statement instanceof Statement.SetAdd added && added.set() == result);
    }

    /** Returns whether all that the block adds to the set has the member: each is one object with constant keys. */
    private static boolean isMarked(Block block, int result, RegoString member, RegoString word) {
        List<Operand> added = new ArrayList<>();
        Blocks.each(List.of(block), statement -> {
            if (statement instanceof Statement.SetAdd one && one.set() == result) {
                added.add(one.value());
            }
        });
        return !added.isEmpty()
                && added.stream()
                        .allMatch(value -> value instanceof Operand.Local(int local)
                                && isMarkedObject(block, local, member, word, new HashSet<>()));
    }

    private static boolean isMarkedObject(
            Block block, int local, RegoString member, RegoString word, Set<Integer> seen) {
        List<Statement> setters = new ArrayList<>();
        List<Statement.ObjectInsert> inserts = new ArrayList<>();
        Blocks.each(List.of(block), statement -> {
            if (Targets.of(statement).contains(local) && !(statement instanceof Statement.ResetLocal)) {
                setters.add(statement);
            }
            if (statement instanceof Statement.ObjectInsert insert && insert.object() == local) {
                inserts.add(insert);
            }
        });
        return seen.add(local)
                && setters.size() == 1
                && switch (setters.getFirst()) {
                    case Statement.MakeObject _ -> hasMember(inserts, member, word);
                    case Statement.AssignVar(Operand.Local(int source), int _, var _) ->
                        inserts.isEmpty() && isMarkedObject(block, source, member, word, seen);
                    default -> false;
                };
    }

    private static boolean hasMember(List<Statement.ObjectInsert> inserts, RegoString member, RegoString word) {
        return inserts.stream().allMatch(insert -> insert.key() instanceof Operand.Constant)
                && inserts.stream()
                        .filter(insert -> isConstant(insert.key(), member))
                        .map(Statement.ObjectInsert::value)
                        .toList()
                        .equals(List.of(new Operand.Constant(word)));
    }

    private static boolean isConstant(Operand operand, RegoValue value) {
        return operand instanceof Operand.Constant(RegoValue constant) && constant.equals(value);
    }

    /** Returns whether a block reads a local that a block of the other part may have set. */
    static boolean dependOnEachOther(List<Block> blocks, List<Block> marked) {
        List<Block> others = new ArrayList<>(blocks);
        others.removeAll(marked);
        return reads(others, marked) || reads(marked, others.subList(1, others.size()));
    }

    private static boolean reads(List<Block> readers, List<Block> setters) {
        Set<Integer> set = new HashSet<>();
        setters.forEach(block -> set.addAll(Targets.in(block)));
        return readers.stream()
                .anyMatch(block -> ExposedReads.of(block).stream().anyMatch(set::contains));
    }

    /** Returns the query with nothing but one rule of its set. */
    static Plan only(Plan plan, String query, PlannedFunction set, Block rule) {
        return asking(query, with(plan, set, block -> !isRule(block, result(set)) || block.equals(rule)));
    }

    private static Plan with(Plan plan, PlannedFunction set, Predicate<Block> kept) {
        var part = new PlannedFunction(
                set.name(),
                set.parameters(),
                set.path(),
                set.blocks().stream().filter(kept).toList());
        return new Plan(
                plan.strings(),
                plan.builtins(),
                plan.queries(),
                plan.functions().stream()
                        .map(one -> one.name().equals(set.name()) ? part : one)
                        .toList());
    }

    private static Plan asking(String query, Plan plan) {
        return new Plan(
                plan.strings(),
                plan.builtins(),
                plan.queries().stream().filter(one -> one.name().equals(query)).toList(),
                plan.functions());
    }
}
