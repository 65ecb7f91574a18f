package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes are the oracle: bytecode answers, fails, pays and runs out as they do, whether functions are cut or not. */
class NodesAndBytecodeTest {
    /** For each way; more by hand, with {@code -Drego.random.plans}. */
    private static final int PLANS = Integer.getInteger("rego.random.plans", 250);

    private static final long SEED = 20_261_122;
    private static final RegoValue INPUT =
            RegoJson.valueOf("{\"a\":{\"b\":[1,2,\"c\"],\"c\":{}},\"b\":\"a\",\"c\":[[],{\"a\":1}]}");
    private static final RegoValue DATA = RegoJson.valueOf("{\"a\":[1,2,3],\"rules\":{\"b\":{\"c\":1}},\"c\":true}");

    @ParameterizedTest
    @ValueSource(ints = {ProgramClass.METHOD_BYTES, 400, 900})
    void sayTheSameOfAnyPlan(int methodBytes) {
        Set<String> kinds = new TreeSet<>();
        for (long seed = SEED; seed < SEED + PLANS; seed++) {
            RandomPlan random = new RandomPlan(seed, true);
            check(seed, random.make(), methodBytes);
            kinds.addAll(random.kinds());
            check(seed, new RandomLoops(seed).make(), methodBytes);
        }
        assertThat(kinds)
                .containsAll(Arrays.stream(Statement.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
    }

    private static void check(long seed, Plan plan, int methodBytes) {
        var prepared = new PreparedPlan(plan);
        Program nodes = prepared.program(ToBytecode.NEVER, methodBytes);
        Program bytecode = prepared.program(ToBytecode.AT_LOAD, methodBytes);
        assertThat(bytecode.isCompiled()).as("seed %d", seed).isTrue();
        for (int steps : new int[] {3_000, 7, 23, 61, 200}) {
            Limits limits = new Limits(steps, 20_000, 40, (seed & 1) == 0);
            assertThat(ask(bytecode, limits))
                    .as("seed %d, %d steps", seed, steps)
                    .isEqualTo(ask(nodes, limits));
        }
    }

    private static String ask(Program program, Limits limits) {
        Entrypoint entrypoint = program.entrypoint("q");
        return entrypoint == null
                ? "none"
                : entrypoint.evaluateAll(INPUT, DATA, limits, Plans.CLOCK).toString();
    }
}
