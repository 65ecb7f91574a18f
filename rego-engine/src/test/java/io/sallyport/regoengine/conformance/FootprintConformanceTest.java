package io.sallyport.regoengine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.footprint.Footprint;
import io.sallyport.regoengine.footprint.FootprintOracle;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the footprint excludes of the input never changes the result of one of OPA's own cases. */
class FootprintConformanceTest {
    private static final Limits ROOMY = new Limits(1_000_000_000, 256 << 20, Limits.MAX_DEPTH, false);

    /** For cases without an input, so that fields appear where there were none. */
    private static final RegoValue SOME_INPUT =
            RegoJson.valueOf("{\"a\":{\"b\":1},\"foo\":\"bar\",\"x\":[1,2],\"user\":\"alice\"}");

    private static final int FEWEST_COMPARISONS = 10_000;

    private int comparisons;
    private int reading;

    @Test
    void noCaseDependsOnWhatItsFootprintLeavesOut() throws IOException {
        List<OpaCase> cases = OpaCases.read();
        cases.forEach(this::check);
        assertThat(comparisons).isGreaterThan(FEWEST_COMPARISONS);
        assertThat(reading).as("cases that read a part of their input").isGreaterThan(100);
    }

    private void check(OpaCase opaCase) {
        if (!(Plan.parse(opaCase.plan()) instanceof ParsedPlan.Accepted(var plan))
                || !(Program.load(opaCase.plan()) instanceof LoadedProgram.Ready(var program))) {
            return; // a gap that ConformanceTest knows
        }
        Footprint footprint = Footprint.of(plan, "case");
        reading += footprint.reads() && !footprint.paths().contains("input") ? 1 : 0;
        Entrypoint asked = Objects.requireNonNull(program.entrypoint("case"));
        RegoValue given = opaCase.input();
        RegoValue input = given == null ? SOME_INPUT : given;
        Limits limits = opaCase.strict() ? ROOMY.strict() : ROOMY;
        comparisons += FootprintOracle.check(
                opaCase.name(),
                footprint,
                input,
                changed -> asked.evaluateAll(changed, opaCase.data(), limits, clock()));
    }

    /** Returns a clock with the same randomness each time. */
    private static EvalClock clock() {
        return EvalClock.of(InstantSource.fixed(Instant.parse("2026-06-01T00:00:00Z")), new Random(1));
    }
}
