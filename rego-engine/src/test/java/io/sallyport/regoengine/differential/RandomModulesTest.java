package io.sallyport.regoengine.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random modules, with ten inputs each, for which nodes and bytecode must answer as OPA does. */
class RandomModulesTest {
    /** {@code -Ddifferential.seed=N} generates others. */
    private static final long SEED = Long.getLong("differential.seed", 5L);

    private static final int IN_A_BUILD = 5_000;
    private static final int IN_A_NIGHT = 100_000;

    /** Bounds what is in memory at once. */
    private static final int AT_ONCE = 500;

    @Test
    void answerAsOpaDoes() throws Exception {
        compare(SEED, IN_A_BUILD);
    }

    @Test
    @Tag("nightly")
    void answerAsOpaDoesAllNight() throws Exception {
        compare(SEED + 1, IN_A_NIGHT);
    }

    private static void compare(long seed, int modules) throws Exception {
        Opa.build();
        var comparison = new Comparison();
        var random = new RandomModules(seed);
        try (var engine = new WasmEngine(
                new WasmLimits(64 << 20, 256 << 20, 16 << 20, Duration.ofSeconds(20), 1), System::nanoTime)) {
            while (random.made() < modules) {
                List<Batch> batches = random.next(AT_ONCE);
                List<Opa.Verdicts> verdicts = Opa.ask(batches);
                for (int i = 0; i < batches.size(); i++) {
                    Batch batch = batches.get(i);
                    comparison.compare(batch, verdicts.get(i), new Engines(verdicts.get(i), batch.data(), engine));
                }
            }
        }
        assertThat(comparison.differences())
                .as("seed %d; each is a case in target/differential", seed)
                .isEmpty();
        assertThat(comparison.count()).as(comparison.summary()).isGreaterThan(modules);
    }
}
