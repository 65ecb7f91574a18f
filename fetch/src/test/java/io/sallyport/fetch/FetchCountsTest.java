package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a run may fetch, exactly, however many ask at once. */
@Execution(ExecutionMode.CONCURRENT)
class FetchCountsTest {
    private static final Map<String, String> SKILL = Map.of("SKILL.md", "# A\n", "run.sh", "#!/bin/sh\n");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void fortyAtOnceGetExactlyWhatTheRunMayHave() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", SKILL);
            List<Integer> answers = atOnce(40, () -> fixture.fetch(url).statusCode());
            assertThat(answers).filteredOn(status -> status == 200).hasSize(10);
            assertThat(answers).filteredOn(status -> status == 429).hasSize(30);
            assertThat(fixture.allowance.taken()).isEqualTo(10);
            assertThat(fixture.auditLines()).hasSize(40);
        }
    }

    @Test
    void twoHundredSandboxesThatWantTheSameSkillMakeOneFetch() throws Exception {
        var options = new Options();
        options.sandboxes = IntStream.range(0, 200).mapToObj(i -> "sb-" + i).toList();
        try (var fixture = new FetchFixture(directory, options)) {
            String url = fixture.skill("a", SKILL);
            var next = new AtomicInteger();
            assertThat(atOnce(
                            200,
                            () -> fixture.fetchAs("sb-" + next.getAndIncrement(), url)
                                    .statusCode()))
                    .containsOnly(200);
            assertThat(fixture.forge.calls()).as("a listing and two files").isEqualTo(3);
            for (String sandbox : options.sandboxes) {
                assertThat(FetchFixture.below(fixture.sandbox(sandbox)))
                        .as(sandbox)
                        .hasSize(4);
                assertThat(fixture.auditLines())
                        .filteredOn(line -> line.contains("\"sandbox\":\"" + sandbox + "\""))
                        .hasSize(1);
            }
        }
    }

    @Test
    void failuresCostNothingUntilTheAttemptsAreUsedUp() throws Exception {
        var options = new Options();
        options.max = 1;
        try (var fixture = new FetchFixture(directory, options)) {
            String url = FetchFixture.PREFIX + "skills/none#sha256=" + "0".repeat(64);
            for (int i = 0; i < 110; i++) {
                assertThat(fixture.fetch(url).statusCode()).as("attempt " + i).isEqualTo(502);
            }
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(429);
            assertThat(fixture.forge.calls()).isEqualTo(110);
            assertThat(fixture.auditLines())
                    .as("attempts, and one that was none")
                    .hasSize(111);
        }
    }

    private static <T> List<T> atOnce(int threads, Callable<T> each) throws Exception {
        var barrier = new CyclicBarrier(threads);
        List<Future<T>> results = new ArrayList<>();
        try (var pool = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                results.add(pool.submit(() -> {
                    barrier.await();
                    return each.call();
                }));
            }
        }
        List<T> answers = new ArrayList<>();
        for (Future<T> result : results) {
            answers.add(result.get());
        }
        return answers;
    }
}
