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
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A plan that no compiler would write: any statement on any local, blocks within blocks, ways out of many of them. */
final class RandomPlan {
    private static final int LOCALS = 9;
    private static final int DEPTH = 4;
    private static final List<String> WORDS = List.of("a", "b", "c", "r0", "rules", "x".repeat(70));
    private static final List<String> FUNCTIONS = List.of("r0", "r1", "f0", "f1");

    private final Random random;
    private final boolean isPrepared;
    private final Set<String> kinds = new TreeSet<>();
    private int row = 1;

    /** @param isPrepared whether statements stand in it that only a rewriting writes */
    RandomPlan(long seed, boolean isPrepared) {
        this.random = new Random(seed);
        this.isPrepared = isPrepared;
    }

    /** The kinds of statements that stand in it. */
    Set<String> kinds() {
        return kinds;
    }

    Plan make() {
        List<PlannedFunction> functions = new ArrayList<>();
        for (String name : FUNCTIONS) {
            boolean rule = name.startsWith("r");
            List<Integer> parameters = rule ? List.of(0, 1) : List.of(0, 1, 2);
            List<String> path = rule ? List.of("rules", name) : List.of();
            functions.add(new PlannedFunction(name, parameters, path, body()));
        }
        var declared = List.of(new BuiltinDeclaration("internal.print", 1, false));
        return new Plan(WORDS, declared, List.of(new PlannedQuery("q", body())), functions);
    }

    private List<Block> body() {
        List<Block> blocks = new ArrayList<>(blocks(DEPTH));
        blocks.add(new Block(
                List.of(new Statement.ResultSetAdd(local(), at()), new Statement.ReturnLocal(local(), at()))));
        return blocks;
    }

    private List<Block> blocks(int depth) {
        return IntStream.range(0, random.nextInt(1, 4))
                .mapToObj(i -> block(depth))
                .toList();
    }

    private Block block(int depth) {
        List<Statement> statements = new ArrayList<>();
        for (int i = random.nextInt(7); i >= 0; i--) {
            Statement statement = statement(depth);
            kinds.add(statement.getClass().getSimpleName());
            statements.add(statement);
        }
        return new Block(statements);
    }

    private Position at() {
        return new Position("random.rego", row++, 1);
    }

    private int local() {
        return random.nextInt(LOCALS);
    }

    private int target() {
        return random.nextInt(20) == 0 ? local() : random.nextInt(2, LOCALS);
    }

    private RegoString word() {
        return RegoString.of(WORDS.get(random.nextInt(WORDS.size())));
    }

    private Operand operand() {
        return switch (random.nextInt(8)) {
            case 0 -> new Operand.Constant(RegoBoolean.of(random.nextBoolean()));
            case 1, 2 -> new Operand.Constant(word());
            default -> new Operand.Local(local());
        };
    }

    private Statement statement(int depth) {
        return depth > 0 && random.nextInt(3) == 0 ? nesting(depth - 1) : plain();
    }

    private Statement nesting(int depth) {
        return switch (random.nextInt(6)) {
            case 0 -> new Statement.Nested(blocks(depth), at());
            case 1 -> new Statement.Not(block(depth), at());
            case 2 -> new Statement.With(random.nextInt(3), path(), operand(), block(depth), at());
            default -> new Statement.Scan(local(), target(), target(), block(depth), at());
        };
    }

    private List<RegoString> path() {
        return IntStream.range(0, random.nextInt(3)).mapToObj(i -> word()).toList();
    }

    private Statement plain() {
        return switch (random.nextInt(30)) {
            case 0 -> new Statement.ArrayAppend(operand(), local(), at());
            case 1 -> new Statement.AssignInt(random.nextInt(5), target(), at());
            case 2 -> new Statement.AssignVar(operand(), target(), at());
            case 3 -> new Statement.AssignVarOnce(operand(), target(), at());
            case 4 ->
                random.nextInt(3) == 0 && isPrepared
                        ? new Statement.Indexed(local(), path(), random.nextBoolean() ? word() : null, at())
                        : new Statement.Break(random.nextInt(4), at());
            case 5, 6 -> call();
            case 7 -> dynamic();
            case 8, 9, 10, 11 -> new Statement.Dot(operand(), operand(), target(), at());
            case 12 -> new Statement.Equal(operand(), operand(), at());
            case 13 -> new Statement.NotEqual(operand(), operand(), at());
            case 14 -> new Statement.IsArray(operand(), at());
            case 15 -> new Statement.IsObject(operand(), at());
            case 16 -> new Statement.IsSet(operand(), at());
            case 17 -> new Statement.IsDefined(local(), at());
            case 18 -> new Statement.IsUndefined(local(), at());
            case 19 -> new Statement.Len(operand(), target(), at());
            case 20 -> new Statement.MakeArray(random.nextInt(3), target(), at());
            case 21 -> new Statement.MakeNull(target(), at());
            case 22 -> new Statement.MakeNumber(RegoNumber.parse(random.nextInt(3) + ".0"), target(), at());
            case 23 -> new Statement.MakeObject(target(), at());
            case 24 -> new Statement.MakeSet(target(), at());
            case 25 ->
                random.nextBoolean()
                        ? new Statement.ObjectInsert(operand(), operand(), local(), at())
                        : new Statement.ObjectInsertOnce(operand(), operand(), local(), at());
            case 26 -> new Statement.ObjectMerge(local(), local(), target(), at());
            case 27 -> random.nextBoolean() ? new Statement.ResetLocal(target(), at()) : new Statement.Nop(at());
            case 28 ->
                random.nextInt(4) == 0
                        ? new Statement.ReturnLocal(local(), at())
                        : new Statement.ResultSetAdd(local(), at());
            default -> new Statement.SetAdd(operand(), local(), at());
        };
    }

    private Statement call() {
        return switch (random.nextInt(7)) {
            case 0 -> call("r0", 2);
            case 1 -> call("f0", 3);
            case 2 -> call("f1", 3);
            case 3 -> call("time.now_ns", 0);
            case 4 -> call("count", 1);
            case 5 -> call("concat", 2);
            default -> call(random.nextBoolean() ? "internal.print" : "json.marshal", 1);
        };
    }

    private Statement call(String function, int arity) {
        List<Operand> operands =
                IntStream.range(0, arity).mapToObj(i -> operand()).toList();
        return new Statement.Call(function, operands, target(), at());
    }

    private Statement dynamic() {
        Operand name = random.nextBoolean() ? operand() : new Operand.Constant(RegoString.of("r1"));
        RegoValue rules = RegoString.of("rules");
        return new Statement.CallDynamic(
                List.of(new Operand.Constant(rules), name), List.of(local(), local()), target(), at());
    }
}
