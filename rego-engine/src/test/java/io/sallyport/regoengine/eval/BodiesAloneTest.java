package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Preparation;
import io.sallyport.regoengine.plan.Rewriting;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bodies of one rule together add what each adds alone: no body depends on the others. */
class BodiesAloneTest {
    /** {@code -Drego.random.plans} runs more. */
    private static final int PLANS = Integer.getInteger("rego.random.plans", 300);

    private static final long SEED = 20_261_123;
    private static final Limits ROOMY = new Limits(1_000_000, 1 << 24, 200, true);
    private static final RegoValue INPUT = RegoJson.valueOf("""
            {"a": {"443": {"0": "a"}, "a": "443"}, "b": ["a", {"0": "b"}], "xs": [{"443": 1}, "a"], "443": "a"}""");
    private static final RegoValue DATA = RegoJson.valueOf("""
            {"a": {"443": {"0": "a", "443": true}, "0": {"a": 1}}, "b": [{"443": "a"}, ["a"], "b"],
             "xs": {"a": {"443": "a"}, "0": ["a"]}, "443": {"0": "443"}}""");

    private int added;

    @ParameterizedTest
    @EnumSource(names = {"NEVER", "AT_LOAD"})
    void aBodyAddsWhatItAddsAlone(ToBytecode when) {
        for (long seed = SEED; seed < SEED + PLANS; seed++) {
            List<Block> bodies = new RandomBodies(seed).bodies();
            RegoSet alone = answer(RandomBodies.alone(bodies), Rewriting.all(), when);
            assertThat(answer(RandomBodies.together(bodies), Rewriting.all(), when))
                    .as("seed %d", seed)
                    .isEqualTo(alone);
            added += alone.size();
        }
        assertThat(added).as("bodies that add something").isGreaterThan(PLANS / 2);
    }

    @Test
    void noRewritingForSpeedChangesWhatBodiesAdd() {
        for (long seed = SEED; seed < SEED + PLANS; seed++) {
            Plan plan = RandomBodies.together(new RandomBodies(seed).bodies());
            RegoSet plain = answer(plan, Set.of(Rewriting.STORAGE_LOOKUPS), ToBytecode.NEVER);
            for (Rewriting one : EnumSet.complementOf(EnumSet.of(Rewriting.STORAGE_LOOKUPS))) {
                assertThat(answer(plan, Set.of(Rewriting.STORAGE_LOOKUPS, one), ToBytecode.AT_LOAD))
                        .as("seed %d, %s", seed, one)
                        .isEqualTo(plain);
            }
        }
    }

    private static RegoSet answer(Plan plan, Set<Rewriting> rewritings, ToBytecode when) {
        Plan prepared = Preparation.of(plan, rewritings);
        LoadedProgram loaded =
                new Linker(prepared, StandardBuiltins.all(), rewritings, when, ProgramClass.METHOD_BYTES, null).link();
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        Entrypoint asked =
                Objects.requireNonNull(((LoadedProgram.Ready) loaded).program().entrypoint("q"));
        Outcome outcome = asked.evaluateAll(INPUT, DATA, ROOMY, Plans.CLOCK);
        return outcome instanceof Outcome.Defined defined ? (RegoSet) defined.value() : RegoSet.EMPTY;
    }
}
