package io.sallyport.regoengine.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random modules, with ten inputs each, for which nodes and bytecode must answer as OPA does. */
class RandomModulesTest {
    /** {@code -Ddifferential.seed=N} generates others. */
    private static final long SEED = Long.getLong("differential.seed", 5L);

    private static final int IN_A_BUILD = 5_000;
    private static final int IN_A_NIGHT = 100_000;

    /** Bounds what is in memory at once, twice. */
    private static final int AT_ONCE = 500;

    private static final Asked NOTHING = new Asked(List.of(), CompletableFuture.completedFuture(List.of()));

    @Test
    void answerAsOpaDoes() throws Exception {
        compare(SEED, IN_A_BUILD);
    }

    @Test
    @Tag("nightly")
    void answerAsOpaDoesAllNight() throws Exception {
        compare(SEED + 1, IN_A_NIGHT);
    }

    private record Asked(List<Batch> batches, Future<List<Opa.Verdicts>> verdicts) {}

    /** OPA is asked about the next modules while the answers to these are compared. */
    private static void compare(long seed, int modules) throws Exception {
        Opa.build();
        var comparison = new Comparison();
        var random = new RandomModules(seed);
        try (var asking = Executors.newSingleThreadExecutor();
                var engine = new WasmEngine(
                        new WasmLimits(64 << 20, 256 << 20, 16 << 20, Duration.ofSeconds(20), 1), System::nanoTime)) {
            Asked now = ask(random, asking);
            while (!now.batches().isEmpty()) {
                Asked next = random.made() < modules ? ask(random, asking) : NOTHING;
                compare(comparison, now, engine);
                now = next;
            }
        }
        assertThat(comparison.differences())
                .as("seed %d; each is a case in target/differential", seed)
                .isEmpty();
        assertThat(comparison.count()).as(comparison.summary()).isGreaterThan(modules);
    }

    private static Asked ask(RandomModules random, ExecutorService asking) {
        List<Batch> batches = random.next(AT_ONCE);
        return new Asked(batches, asking.submit(() -> Opa.ask(batches)));
    }

    private static void compare(Comparison comparison, Asked asked, WasmEngine engine) throws Exception {
        List<Opa.Verdicts> verdicts = asked.verdicts().get();
        for (int i = 0; i < verdicts.size(); i++) {
            Batch batch = asked.batches().get(i);
            comparison.compare(batch, verdicts.get(i), new Engines(verdicts.get(i), batch.data(), engine));
        }
    }
}
