package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.plan.Block;
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

/** Bodies of one set, as written by OPA's planner: the numbers of their locals start at the same value. */
final class RandomBodies {
    private static final int RESULT = 2;
    private static final int FIRST = 4;
    private static final List<String> NAMES = List.of("a", "b", "xs", "443");
    private static final List<RegoValue> KEYS = List.of(
            RegoNumber.of(443),
            RegoNumber.of(0),
            RegoString.of("443"),
            RegoString.of("0"),
            RegoString.of("a"),
            RegoBoolean.TRUE);

    private final Random random;
    private final List<Integer> known = new ArrayList<>();
    private int fresh;
    private int row;

    RandomBodies(long seed) {
        random = new Random(seed);
    }

    /** Returns several bodies, each of which adds its own number. */
    List<Block> bodies() {
        List<Block> bodies = new ArrayList<>();
        for (int i = random.nextInt(2, 5); i > 0; i--) {
            fresh = FIRST;
            known.clear();
            List<Statement> body = new ArrayList<>(List.of(new Statement.ResetLocal(3, at())));
            body.addAll(conditions(3));
            body.addAll(last(bodies.size()));
            bodies.add(new Block(body));
        }
        return bodies;
    }

    /** Returns one rule with all bodies. */
    static Plan together(List<Block> bodies) {
        return plan(List.of(bodies));
    }

    /** Returns a rule for each body. */
    static Plan alone(List<Block> bodies) {
        return plan(bodies.stream().map(List::of).toList());
    }

    private static Plan plan(List<List<Block>> rules) {
        Position at = new Position("bodies.rego", 1, 1);
        List<PlannedFunction> functions = new ArrayList<>();
        List<Block> asked = new ArrayList<>();
        for (List<Block> bodies : rules) {
            String name = "r" + functions.size();
            List<Block> blocks = new ArrayList<>(List.of(new Block(List.of(new Statement.MakeSet(RESULT, at)))));
            blocks.addAll(bodies);
            blocks.add(new Block(List.of(new Statement.ReturnLocal(RESULT, at))));
            functions.add(new PlannedFunction(name, List.of(0, 1), List.of("rules", name), blocks));
            Statement found =
                    new Statement.Scan(FIRST, 5, 6, new Block(List.of(new Statement.ResultSetAdd(6, at))), at);
            asked.add(new Block(List.of(
                    new Statement.Call(name, List.of(new Operand.Local(0), new Operand.Local(1)), FIRST, at), found)));
        }
        return new Plan(List.of(), List.of(), List.of(new PlannedQuery("q", asked)), functions);
    }

    private Position at() {
        return new Position("bodies.rego", ++row, 1);
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    private Operand name() {
        return new Operand.Constant(RegoString.of(NAMES.get(random.nextInt(NAMES.size()))));
    }

    private Operand key() {
        return known.isEmpty() || oneIn(2)
                ? new Operand.Constant(KEYS.get(random.nextInt(KEYS.size())))
                : new Operand.Local(some());
    }

    private int some() {
        return known.isEmpty() ? random.nextInt(2) : known.get(random.nextInt(known.size()));
    }

    private int next() {
        known.add(fresh);
        return fresh++;
    }

    private List<Statement> conditions(int most) {
        List<Statement> all = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            all.addAll(condition(2));
        }
        return all;
    }

    private List<Statement> last(int number) {
        Statement adds = new Statement.SetAdd(new Operand.Constant(RegoNumber.of(number)), RESULT, at());
        return oneIn(2) ? loop(List.of(adds)) : List.of(adds);
    }

    private List<Statement> condition(int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 9)) {
            case 0, 1 -> path();
            case 2 -> {
                Operand held = new Operand.Local(some());
                yield List.of(new Statement.AssignVar(held, next(), at()), dot(fresh - 1));
            }
            case 3 -> List.of(new Statement.MakeArray(1, next(), at()), adds(fresh - 1), dot(fresh - 1));
            case 4 -> List.of(new Statement.NotEqual(new Operand.Local(some()), key(), at()));
            case 5 -> List.of(dot(some()));
            case 6 -> List.of(new Statement.Not(inner(depth), at()));
            case 7 -> List.of(new Statement.Nested(List.of(inner(depth)), at()));
            default -> loop(condition(depth - 1));
        };
    }

    private Statement adds(int array) {
        return new Statement.ArrayAppend(new Operand.Constant(RegoString.of("a")), array, at());
    }

    private Block inner(int depth) {
        List<Integer> outer = List.copyOf(known);
        Block block = new Block(condition(depth - 1));
        known.clear();
        known.addAll(outer);
        return block;
    }

    private Statement.Dot dot(int source) {
        Operand key = key();
        return new Statement.Dot(new Operand.Local(source), key, next(), at());
    }

    /** Returns {@code data.a[key]} or {@code input.a[key]}. */
    private List<Statement> path() {
        Statement.Dot first = new Statement.Dot(new Operand.Local(random.nextInt(2)), name(), next(), at());
        return List.of(first, dot(first.target()));
    }

    private List<Statement> loop(List<Statement> turn) {
        Statement.Dot scanned = new Statement.Dot(new Operand.Local(random.nextInt(2)), name(), next(), at());
        int key = next();
        int value = next();
        List<Statement> block = new ArrayList<>();
        if (oneIn(2)) {
            block.add(dot(value));
        }
        block.addAll(turn);
        return List.of(scanned, new Statement.Scan(scanned.target(), key, value, new Block(block), at()));
    }
}
