package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.model.Reported;
import io.sallyport.model.Verdict;
import io.sallyport.testkit.Answer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Skills from the cache, whole and damaged. */
@Execution(ExecutionMode.CONCURRENT)
class KeptSkillsTest {
    private static final Map<String, String> SKILL = Map.of("SKILL.md", "# A\n", "run.sh", "#!/bin/sh\n");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void aDamagedEntryIsFetchedAnewAndToldOf() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", SKILL);
            fixture.fetch(url);
            Path kept = fixture.cache()
                    .resolve(".fullsend-cache/resources/sha256/" + url.substring(url.length() - 64) + "/tree/SKILL.md");
            Files.writeString(kept, "evil");
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(200);
            assertThat(Files.readString(kept)).isEqualTo("# A\n");
            assertThat(fixture.auditLines().getLast()).contains("\"cache_hit\":false", "damaged entry");
        }
    }

    @Test
    void offlineServesWhatIsKeptAndNothingElse() throws Exception {
        String url;
        try (var fixture = new FetchFixture(directory)) {
            url = fixture.skill("a", SKILL);
            fixture.fetch(url);
        }
        var options = new Options();
        options.offline = true;
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(200);
            HttpResponse<String> answer = fixture.fetch(fixture.skill("b", Map.of("SKILL.md", "b")));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("{\"error\":\"skill not in cache and offline mode is enabled\"}\n");
        }
    }

    @Test
    void aDamagedEntryIsHealedForAllWhoComeAtOnce() throws Exception {
        var options = new Options();
        options.max = 100;
        try (var fixture = new FetchFixture(directory, options);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String url = fixture.skill("a", SKILL);
            Path kept = fixture.cache()
                    .resolve(".fullsend-cache/resources/sha256/" + url.substring(url.length() - 64) + "/tree/SKILL.md");
            fixture.fetch(url);
            int calls = fixture.forge.calls();
            Files.writeString(kept, "evil");
            var together = new CyclicBarrier(40);
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(threads.submit(() -> {
                    together.await();
                    return fixture.fetch(url).statusCode();
                }));
            }
            for (Future<Integer> one : all) {
                assertThat(one.get()).isEqualTo(200);
            }
            assertThat(fixture.forge.calls() - calls).as("fetched anew once").isEqualTo(3);
            assertThat(kept).hasContent("# A");
        }
    }

    @Test
    void aPinAloneOpensNothing() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", SKILL);
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(200);
            String elsewhere = url.replace("acme/skills", "acme/public");
            assertThat(fixture.fetch(elsewhere).statusCode())
                    .as("allowed, and not there")
                    .isEqualTo(502);
            SKILL.forEach((path, content) -> fixture.forge.file("acme/public@main", "skills/a/" + path, content));
            assertThat(fixture.fetch(elsewhere).statusCode()).isEqualTo(200);
            assertThat(fixture.auditLines().getLast()).contains("\"cache_hit\":false");
            int calls = fixture.forge.calls();
            for (String each : List.of(url, elsewhere)) {
                assertThat(fixture.fetch(each).statusCode()).isEqualTo(200);
                assertThat(fixture.auditLines().getLast()).contains("\"cache_hit\":true");
            }
            assertThat(fixture.forge.calls()).as("kept from both").isEqualTo(calls);
        }
    }

    @Test
    void aSlowPlaceHoldsNobodyUpWhoNamesAnother() throws Exception {
        var options = new Options();
        var asked = new CountDownLatch(1);
        var over = new CountDownLatch(1);
        try (var fixture = new FetchFixture(directory, options);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String url = fixture.skill("a", SKILL);
            fixture.forge.answer("acme/slow@main", "skills/a", slow(asked, over));
            Future<Integer> slow = threads.submit(
                    () -> fixture.fetch(url.replace("acme/skills", "acme/slow")).statusCode());
            asked.await();
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(200);
            assertThat(slow.isDone()).isFalse();
            over.countDown();
            assertThat(slow.get()).isEqualTo(502);
        }
    }

    /** Closes the connection when it is over. */
    private static Answer slow(CountDownLatch asked, CountDownLatch over) {
        return new Answer.Later(() -> {
            asked.countDown();
            over.await();
            return new Answer.Close();
        });
    }

    @Test
    void aSandboxThatWaitsForAPlaceOfItsOwnHoldsNobodyUp() throws Exception {
        var options = new Options();
        options.sandboxes = List.of("sb-1", "sb-2");
        var admitted = new CountDownLatch(3);
        var over = new CountDownLatch(1);
        options.policy = _ -> {
            admitted.countDown();
            return new FetchPolicy.Judged(Verdict.PASS, Reported.NONE);
        };
        try (var fixture = new FetchFixture(directory, options);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String url = fixture.skill("a", SKILL);
            var asked = new CountDownLatch(2);
            for (String slow : List.of("slow", "slower")) {
                fixture.forge.answer("acme/" + slow + "@main", "skills/a", slow(asked, over));
            }
            List<Future<HttpResponse<String>>> waiting = new ArrayList<>();
            for (String slow : List.of("slow", "slower")) {
                waiting.add(threads.submit(() -> fixture.fetchAs("sb-1", url.replace("acme/skills", "acme/" + slow))));
            }
            asked.await();
            Future<Integer> third =
                    threads.submit(() -> fixture.fetchAs("sb-1", url).statusCode());
            admitted.await();
            assertThat(fixture.fetchAs("sb-2", url).statusCode()).isEqualTo(200);
            assertThat(third.isDone()).isFalse();
            assertThat(waiting).noneMatch(Future::isDone);
            over.countDown();
        }
    }

    @Test
    void aRunReceivesSoManyBytesAndNoMore() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            assertThat(fixture.fetch(fixture.skill("a", SKILL)).statusCode()).isEqualTo(200);
            fixture.allowance.limitBytes(fixture.allowance.counts().bytes() + 10);
            assertThat(fixture.fetch(fixture.skill("b", Map.of("SKILL.md", "# Another\n")))
                            .statusCode())
                    .isEqualTo(429);
            assertThat(fixture.auditLines().getLast()).contains("as many bytes as it may");
            assertThat(fixture.fetch(fixture.skill("a", SKILL)).statusCode())
                    .as("what is kept is not received")
                    .isEqualTo(200);
        }
    }

    @Test
    void whatIsRefusedWasReceivedAllTheSame() throws Exception {
        var options = new Options();
        options.bounds = new FetchBounds(1_000, 2 << 20, 200, FetchBounds.DEFAULT.time());
        try (var fixture = new FetchFixture(directory, options)) {
            String url = fixture.skill("a", Map.of("large", "x".repeat((2 << 20) + 1)));
            assertThat(fixture.fetch(url).body()).contains("more than 2097152 bytes in all");
            assertThat(fixture.allowance.counts().bytes()).isGreaterThan(2 << 20);
            fixture.forge.answer(FetchFixture.REPOSITORY, "skills/a", new Answer.Endless());
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(502);
            long received = fixture.allowance.counts().bytes();
            assertThat(received).as("a listing that is no skill's").isGreaterThan(10 << 20);
            fixture.allowance.limitBytes(received + (1 << 20));
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(429);
        }
    }

    @Test
    void anUnusableCacheIsSaidSo() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", SKILL);
            Path real = fixture.cache().resolve(".fullsend-cache/resources");
            Path moved = Files.move(real, directory.resolve("elsewhere"));
            Files.createSymbolicLink(real, moved);
            HttpResponse<String> answer = fixture.fetch(url);
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).isEqualTo("{\"error\":\"internal error during cache lookup\"}\n");
        }
    }
}
