package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.footprint.Footprint;
import io.sallyport.regoengine.footprint.FootprintOracle;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.PlannedQuery;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * What the footprint excludes of the input never changes the result of any plan, including plans that no compiler would
 * write.
 */
class FootprintOfRandomPlansTest {
    /** {@code -Drego.random.plans} runs more. */
    private static final int PLANS = Integer.getInteger("rego.random.plans", 1_000);

    private static final long SEED = 20_261_123;
    private static final int FEWEST_COMPARISONS = 5_000;
    private static final RegoValue INPUT = RegoJson.valueOf(
            "{\"a\":{\"a\":{\"b\":1},\"b\":[1,2],\"c\":{}},\"b\":\"a\",\"c\":{\"a\":null},\"rules\":{\"r0\":1},\"r0\":true}");
    private static final RegoValue DATA = RegoJson.valueOf("{\"a\":[1,2,3],\"rules\":{\"b\":{\"c\":1}},\"c\":true}");
    private static final Limits LIMITS = new Limits(100_000, 1 << 20, 40, false);

    private int comparisons;
    private int partial;

    @Test
    void noPlanDependsOnWhatItsFootprintLeavesOut() {
        for (long seed = SEED; seed < SEED + PLANS; seed++) {
            Plan plan = new RandomPlan(seed, false).make();
            check(seed, plan, INPUT);
            check(seed, overParts(plan), RegoObject.of(Map.of("a", INPUT, "b", INPUT, "c", INPUT)));
        }
        assertThat(comparisons).isGreaterThan(FEWEST_COMPARISONS);
        assertThat(partial).as("plans that read a part of their input").isGreaterThan(PLANS / 2);
    }

    private void check(long seed, Plan plan, RegoValue input) {
        Footprint footprint = Footprint.of(plan, "q");
        Entrypoint asked = entrypoint(plan);
        comparisons += FootprintOracle.check(
                "seed " + seed, footprint, input, changed -> asked.evaluateAll(changed, DATA, LIMITS, Plans.CLOCK));
        partial += footprint.reads() && !footprint.paths().contains("input") ? 1 : 0;
    }

    /**
     * Returns a plan that runs the query of {@code plan} twice, over two parts of its input, because most plans use
     * their input as a whole.
     */
    private static Plan overParts(Plan plan) {
        Position at = new Position("parts.rego", 1, 1);
        List<PlannedFunction> functions = new ArrayList<>(plan.functions());
        List<Integer> parameters = List.of(0, 1, 2); // not a rule, whose first answer would be remembered
        functions.add(new PlannedFunction(
                "q", parameters, List.of(), plan.queries().getFirst().blocks()));
        List<Statement> statements = new ArrayList<>();
        for (String part : List.of("a", "c")) {
            Operand key = new Operand.Constant(RegoString.of(part));
            List<Operand> arguments = List.of(new Operand.Local(2), new Operand.Local(1), key);
            statements.add(new Statement.Dot(new Operand.Local(0), key, 2, at));
            statements.add(new Statement.Call("q", arguments, 3, at));
            statements.add(new Statement.ResultSetAdd(3, at));
        }
        var query = new PlannedQuery("q", List.of(new Block(statements)));
        return new Plan(plan.strings(), plan.builtins(), List.of(query), functions);
    }

    private static Entrypoint entrypoint(Plan plan) {
        return switch (Program.link(plan, StandardBuiltins.all(), ToBytecode.NEVER)) {
            case LoadedProgram.Ready(var program) -> Objects.requireNonNull(program.entrypoint("q"));
            case LoadedProgram.Refused(var errors) -> throw new IllegalStateException(errors.toString());
        };
    }
}
