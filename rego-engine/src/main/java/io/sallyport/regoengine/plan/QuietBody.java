package io.sallyport.regoengine.plan;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks whether a function does nothing but answer, as far as its own statements go. For one function. */
final class QuietBody {
    private final int input;
    private final Set<String> planned;
    private final SingleConstants values;
    private final Set<String> calls = new HashSet<>();
    private boolean isQuiet = true;

    private QuietBody(PlannedFunction function, Set<String> planned) {
        this.input = function.parameters().getFirst();
        this.planned = planned;
        this.values = SingleConstants.of(function);
    }

    /** The planned functions that it calls: where each of them is quiet, so is it. Null where it is not in any case. */
    static @Nullable Set<String> calls(PlannedFunction function, Set<String> planned) {
        QuietBody body = new QuietBody(function, planned);
        Blocks.eachBlock(function.blocks(), body::look);
        return body.isQuiet ? body.calls : null;
    }

    private void look(Block block) {
        Set<Integer> defined = new HashSet<>();
        for (Statement statement : block.statements()) {
            isQuiet &= isQuiet(statement, defined);
            note(statement, defined);
        }
    }

    private boolean isQuiet(Statement statement, Set<Integer> defined) {
        return switch (statement) {
            case Statement.Call call when planned.contains(call.function()) -> isHanding(call);
            case Statement.Call call -> TotalBuiltins.contain(call.function()) && !readsInput(call);
            case Statement.AssignVarOnce once -> !readsInput(once) && isWithoutConflict(once, defined);
            case Statement.ArrayAppend _,
                    Statement.CallDynamic _,
                    Statement.EarlyExit _,
                    Statement.MakeArray _,
                    Statement.MakeObject _,
                    Statement.MakeSet _,
                    Statement.ObjectInsert _,
                    Statement.ObjectInsertOnce _,
                    Statement.ObjectMerge _,
                    Statement.ResultSetAdd _,
                    Statement.SetAdd _,
                    Statement.With _ -> false;
            default -> !readsInput(statement);
        };
    }

    private boolean readsInput(Statement statement) {
        return Sources.of(statement).contains(input);
    }

    /** Hands the input on as such, and as nothing else. */
    private boolean isHanding(Statement.Call call) {
        calls.add(call.function());
        return !call.arguments().subList(1, call.arguments().size()).contains(new Operand.Local(input));
    }

    /** Undefined beside a value is a conflict too. */
    private boolean isWithoutConflict(Statement.AssignVarOnce once, Set<Integer> defined) {
        return values.hasOne(once.target())
                && (!(once.source() instanceof Operand.Local(int number)) || defined.contains(number));
    }

    /** What is known to have a value behind {@code statement}, in its block. */
    private static void note(Statement statement, Set<Integer> defined) {
        if (!Blocks.within(statement).isEmpty()) {
            defined.clear();
        }
        Targets.of(statement).forEach(defined::remove);
        if (statement instanceof Statement.IsDefined(int source, Position _)) {
            defined.add(source);
        } else if (Constant.of(statement) != null) {
            defined.addAll(Targets.of(statement));
        }
    }
}
