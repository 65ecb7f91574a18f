package io.sallyport.regoengine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;

/**
 * A plan is parsed or refused, and one that loads runs to an outcome, as nodes and as bytecode. Replays the corpus in
 * every build; {@code JAZZER_FUZZ=1} searches for more.
 */
final class PlanFuzzTest {
    private static final Limits LITTLE = new Limits(10_000, 1 << 20, Limits.MAX_DEPTH, true);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));

    @FuzzTest(maxDuration = "30s")
    void plansAreRefusedOrRunToAnOutcome(byte[] plan) {
        String nodes = run(plan, ToBytecode.NEVER);
        assertThat(run(plan, ToBytecode.AT_LOAD)).isEqualTo(nodes);
    }

    private static String run(byte[] plan, ToBytecode when) {
        return switch (Program.load(plan, StandardBuiltins.all(), when)) {
            case LoadedProgram.Refused _ -> "refused";
            case LoadedProgram.Ready(var program) -> {
                var said = new StringBuilder();
                for (String name : program.entrypoints().stream().sorted().toList()) {
                    said.append(kind(program.evaluate(name, EntryObject.EMPTY, EntryObject.EMPTY, LITTLE, CLOCK)));
                }
                yield said.toString();
            }
        };
    }

    private static String kind(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Defined defined -> "defined " + defined.value();
            case Outcome.Undefined _ -> "undefined";
            case Outcome.Failed _ -> "failed";
        };
    }
}
