package io.sallyport.regoengine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.SharedCompiler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * For OPA's cases, the compiler in the JVM returns the same as the native one: the same plan, byte for byte, facts and
 * errors.
 */
class CasesParityTest {
    /** {@code -Dparity.seed=N} selects others. */
    private static final long SEED = Long.getLong("parity.seed", 7L);

    /** One in this many cases is selected for each build. */
    private static final int ONE_IN = 20;

    private static List<OpaCase> cases = List.of();

    @BeforeAll
    static void read() throws IOException {
        cases = OpaCases.read();
    }

    @Test
    void ofASampleTheyMakeTheSame() throws Exception {
        List<OpaCase> drawn = new ArrayList<>(cases);
        Collections.shuffle(drawn, new Random(SEED));
        assertSame(drawn.subList(0, drawn.size() / ONE_IN));
    }

    @Test
    @Tag("nightly")
    void ofEachTheyMakeTheSame() throws Exception {
        assertSame(cases);
    }

    private static void assertSame(List<OpaCase> asked) throws Exception {
        CompiledCases natively = CompiledCases.of(cases);
        int plans = 0;
        for (OpaCase opaCase : asked) {
            CompileOutcome outcome = SharedCompiler.compile(CompiledCases.request(opaCase));
            assertThat(outcome)
                    .as("%s (seed %d)", opaCase.name(), SEED)
                    .isEqualTo(natively.outcome(opaCase))
                    .isNotInstanceOf(CompileOutcome.Unavailable.class);
            plans += outcome instanceof CompileOutcome.Compiled ? 1 : 0;
        }
        assertThat(plans).as("seed %d", SEED).isGreaterThan(asked.size() * 9 / 10);
    }
}
