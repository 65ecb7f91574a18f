package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.BuiltinDeclaration;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.PlannedQuery;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rules and functions of loops, in the forms that OPA's planner gives them, with some other statements between. */
final class RandomLoops {
    private static final int RESULT = 2;
    private static final int ONCE = 3;
    private static final List<String> WORDS = List.of("a", "b", "c", "d", "xs");
    private static final List<String> ANY_KIND = List.of("neq", "lt", "equal", "internal.member_2");
    private static final List<String> MAY_FAIL = List.of("startswith", "plus", "concat");

    private final Random random;
    private int fresh = 4;
    private int row = 1;

    RandomLoops(long seed) {
        this.random = new Random(seed);
    }

    /** A query for all of its rules, which call functions. */
    Plan make() {
        List<PlannedFunction> functions = new ArrayList<>();
        List<Block> asked = new ArrayList<>();
        for (String name : List.of("f0", "f1")) {
            functions.add(new PlannedFunction(name, List.of(0, 1, 4), List.of(), body(4)));
        }
        for (String name : List.of("r0", "r1", "r2", "r3")) {
            functions.add(new PlannedFunction(name, List.of(0, 1), List.of("rules", name), body(0)));
            asked.add(block(call(name, 5, local(0), local(1)), new Statement.ResultSetAdd(5, at())));
        }
        var declared = List.of(new BuiltinDeclaration("internal.print", 1, false));
        return new Plan(WORDS, declared, List.of(new PlannedQuery("q", asked)), functions);
    }

    private List<Block> body(int given) {
        fresh = 5;
        boolean isSet = given == 0 && chance(4);
        List<Block> blocks = new ArrayList<>();
        if (isSet) {
            blocks.add(block(new Statement.MakeSet(RESULT, at())));
        }
        for (int clause = random.nextInt(2); clause >= 0; clause--) {
            List<Statement> statements = new ArrayList<>(List.of(new Statement.ResetLocal(ONCE, at())));
            statements.addAll(turn(1, new ArrayList<>(List.of(0, 1, given))));
            statements.addAll(nest(2, isSet, new ArrayList<>(List.of(0, 1, given))));
            blocks.add(new Block(statements));
            blocks.add(
                    block(new Statement.IsDefined(ONCE, at()), new Statement.AssignVarOnce(local(ONCE), RESULT, at())));
        }
        blocks.add(block(new Statement.ReturnLocal(RESULT, at())));
        return blocks;
    }

    /** A loop, or some, at the end of a block. {@code known} are locals that were set before. */
    private List<Statement> nest(int depth, boolean isSet, List<Integer> known) {
        int scanned = fresh++;
        int key = fresh++;
        int value = fresh++;
        Operand source = local(chance(3) ? any(known) : random.nextInt(2));
        List<Integer> inside = new ArrayList<>(known);
        inside.add(key);
        inside.add(value);
        List<Statement> turn = new ArrayList<>(turn(2, inside));
        turn.addAll(depth > 1 && chance(3) ? nest(depth - 1, isSet, inside) : List.of(end(isSet, inside)));
        return List.of(
                new Statement.Dot(source, word(), scanned, at()),
                new Statement.Scan(scanned, key, value, new Block(turn), at()));
    }

    private Statement end(boolean isSet, List<Integer> known) {
        if (isSet) {
            return new Statement.SetAdd(chance(5) ? local(any(known)) : word(), RESULT, at());
        }
        return switch (random.nextInt(9)) {
            case 0 -> new Statement.AssignVarOnce(local(any(known)), ONCE, at());
            case 1 -> new Statement.AssignVarOnce(word(), ONCE, at());
            case 2 -> new Statement.AssignVar(word(), ONCE, at());
            default -> new Statement.AssignVarOnce(new Operand.Constant(RegoBoolean.TRUE), ONCE, at());
        };
    }

    private List<Statement> turn(int most, List<Integer> known) {
        List<Statement> statements = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            statements.addAll(condition(known, 2));
        }
        return statements;
    }

    private List<Statement> condition(List<Integer> known, int depth) {
        int target = chance(20) ? any(known) : fresh++;
        Operand some = local(any(known));
        List<Statement> made = switch (random.nextInt(depth == 0 ? 7 : 13)) {
            case 0 -> List.of(new Statement.Dot(local(0), word(), target, at()));
            case 1 -> List.of(new Statement.Dot(some, word(), target, at()));
            case 2 -> List.of(new Statement.Equal(some, local(any(known)), at()));
            case 3 -> List.of(new Statement.NotEqual(some, word(), at()));
            case 4 -> List.of(call(ANY_KIND.get(random.nextInt(4)), target, some, local(any(known))));
            case 5 -> List.of(new Statement.MakeNumber(RegoNumber.of(random.nextInt(3)), target, at()));
            case 6 -> List.of(new Statement.AssignVar(some, target, at()));
            case 7 -> List.of(new Statement.Not(new Block(inner(known, depth)), at()));
            case 8 -> every(known, depth, target);
            case 9 -> List.of(call(chance(2) ? "f0" : "f1", target, local(0), local(1), some));
            case 10 -> List.of(call(chance(2) ? "r2" : "r3", target, local(0), local(1)));
            case 11 -> chance(2) ? List.of(seldom(some, target)) : List.of(new Statement.Nop(at()));
            default -> List.of(new Statement.Nested(List.of(new Block(inner(known, depth))), at()));
        };
        if (!known.contains(target)) {
            known.add(target);
        }
        return made;
    }

    private List<Statement> inner(List<Integer> known, int depth) {
        List<Integer> inside = new ArrayList<>(known);
        List<Statement> inner = new ArrayList<>(condition(inside, depth - 1));
        inner.addAll(condition(inside, depth - 1));
        return inner;
    }

    private List<Statement> every(List<Integer> known, int depth, int found) {
        List<Integer> inside = new ArrayList<>(known);
        int holds = fresh++;
        int value = fresh++;
        inside.add(value);
        List<Statement> body = new ArrayList<>(inner(inside, depth));
        body.add(new Statement.AssignVar(word(), holds, at()));
        List<Statement> turn = List.of(
                new Statement.ResetLocal(holds, at()),
                new Statement.Nested(List.of(new Block(body)), at()),
                new Statement.IsUndefined(holds, at()),
                new Statement.AssignVar(new Operand.Constant(RegoBoolean.TRUE), found, at()));
        return List.of(
                new Statement.ResetLocal(found, at()),
                new Statement.Scan(any(known), fresh++, value, new Block(turn), at()),
                new Statement.IsUndefined(found, at()));
    }

    /** What is rare in loops. */
    private Statement seldom(Operand some, int target) {
        return switch (random.nextInt(9)) {
            case 0 -> call(MAY_FAIL.get(random.nextInt(3)), target, some, word());
            case 1 -> call("time.now_ns", target);
            case 2 -> new Statement.Break(random.nextInt(4), at());
            case 3 -> new Statement.ReturnLocal(ONCE, at());
            case 4 -> new Statement.ResetLocal(ONCE, at());
            case 5 -> new Statement.CallDynamic(List.of(word(), word()), List.of(0, 1), target, at());
            case 6 ->
                new Statement.With(
                        random.nextInt(20) == 0 ? 1 : 0,
                        List.of(RegoString.of("a")),
                        some,
                        block(call("r3", target, local(0), local(1))),
                        at());
            case 7 -> new Statement.Len(some, target, at());
            default -> new Statement.ObjectMerge(0, 1, target, at());
        };
    }

    private Statement call(String function, int target, Operand... operands) {
        return new Statement.Call(function, List.of(operands), target, at());
    }

    private static Block block(Statement... statements) {
        return new Block(List.of(statements));
    }

    private boolean chance(int in) {
        return random.nextInt(in) == 0;
    }

    private int any(List<Integer> locals) {
        return locals.get(random.nextInt(locals.size()));
    }

    private static Operand local(int number) {
        return new Operand.Local(number);
    }

    private Operand word() {
        return new Operand.Constant(RegoString.of(WORDS.get(random.nextInt(WORDS.size()))));
    }

    private Position at() {
        return new Position("loops.rego", row++, 1);
    }
}
