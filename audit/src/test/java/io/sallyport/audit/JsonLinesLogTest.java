package io.sallyport.audit;

import static io.sallyport.audit.LogFixture.QUICK;
import static io.sallyport.audit.LogFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditSettings.Sync;
import io.sallyport.model.ReasonCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JsonLinesLogTest {
    private static List<String> ids(String text) {
        return Arrays.stream(text.split("\n"))
                .map(line -> line.replaceAll(".*\"audit_id\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    @Test
    void tellsWhenTheRecordStandsInTheSink() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            assertThat(await(fixture.append(Records.allowed("a1")))).isTrue();
            assertThat(fixture.sink.text()).contains("\"audit_id\":\"a1\"").endsWith("}\n");
            assertThat(fixture.log.isAccepting()).isTrue();
        }
    }

    @Test
    void writesInTheOrderInWhichRecordsCame() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            List<CompletableFuture<Boolean>> told = IntStream.range(0, 500)
                    .mapToObj(i -> fixture.append(Records.allowed("r" + i)))
                    .toList();
            await(told.getLast());
            assertThat(ids(fixture.sink.text()))
                    .isEqualTo(IntStream.range(0, 500).mapToObj(i -> "r" + i).toList());
        }
    }

    @Test
    void manyThreadsLoseNothingAndKeepTheirOrder() throws Exception {
        int threads = 4;
        int each = 2_000;
        AuditSettings roomy = new AuditSettings(
                100_000,
                1L << 30,
                QUICK.onFailure(),
                QUICK.sync(),
                QUICK.retryEvery(),
                QUICK.tellWaitersAfter(),
                QUICK.closeWithin(),
                QUICK.folding(),
                QUICK.segments());
        try (var fixture = new LogFixture(roomy);
                ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            var calls = new AtomicInteger();
            var all = new CountDownLatch(threads * each);
            for (int t = 0; t < threads; t++) {
                int thread = t;
                pool.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        fixture.log.append(Records.allowed(thread + "-" + i), Runnable::run, inSink -> {
                            calls.addAndGet(inSink ? 1 : 0);
                            all.countDown();
                        });
                    }
                });
            }
            all.await();
            assertThat(calls).hasValue(threads * each);
            List<String> ids = ids(fixture.sink.text());
            assertThat(ids).hasSize(threads * each);
            for (int t = 0; t < threads; t++) {
                String prefix = t + "-";
                assertThat(ids.stream().filter(id -> id.startsWith(prefix)))
                        .containsExactlyElementsOf(IntStream.range(0, each)
                                .mapToObj(i -> prefix + i)
                                .toList());
            }
        }
    }

    @Test
    void tellsTheWaitersOfOneBatchInOneTask() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            var gate = new CountDownLatch(1);
            fixture.sink.gate = gate;
            fixture.log.append(Records.allowed("first"));
            fixture.sink.entered.await(); // the writer is busy: what follows is one batch
            var tasks = new ConcurrentLinkedQueue<Runnable>();
            Executor loop = tasks::add;
            var told = new ArrayList<Boolean>();
            for (int i = 0; i < 10; i++) {
                fixture.log.append(Records.allowed("r" + i), loop, told::add);
            }
            CompletableFuture<Boolean> last = fixture.append(Records.allowed("last"));
            gate.countDown();
            await(last);
            await(fixture.append(Records.allowed("next")));
            assertThat(tasks).hasSize(1);
            tasks.forEach(Runnable::run);
            assertThat(told).hasSize(10).containsOnly(true);
        }
    }

    @Test
    void aDeadExecutorOrWaiterHurtsNoOther() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            fixture.log.append(
                    Records.allowed("a"),
                    _ -> {
                        throw new RejectedExecutionException("gone");
                    },
                    _ -> {});
            fixture.log.append(Records.allowed("b"), Runnable::run, _ -> {
                throw new IllegalStateException("broken waiter");
            });
            assertThat(await(fixture.append(Records.allowed("c")))).isTrue();
        }
    }

    @Test
    void aFullQueueRefusesAtOnceAndSaysSoLater() throws Exception {
        AuditSettings two = new AuditSettings(
                2,
                1 << 20,
                QUICK.onFailure(),
                QUICK.sync(),
                QUICK.retryEvery(),
                QUICK.tellWaitersAfter(),
                QUICK.closeWithin(),
                QUICK.folding(),
                QUICK.segments());
        var fixture = new LogFixture(two);
        var gate = new CountDownLatch(1);
        try (fixture) {
            fixture.sink.gate = gate;
            CompletableFuture<Boolean> first = fixture.append(Records.allowed("1"));
            fixture.sink.entered.await();
            CompletableFuture<Boolean> second = fixture.append(Records.allowed("2"));
            assertThat(fixture.log.isAccepting()).isFalse();
            assertThat(fixture.append(Records.allowed("3"))).isCompletedWithValue(false);
            assertThat(fixture.append(Records.refused("4", "sb-1", "h")))
                    .as("a refusal is counted instead")
                    .isCompletedWithValue(true);
            gate.countDown();
            assertThat(await(first)).isTrue();
            assertThat(await(second)).isTrue();
        }
        assertThat(fixture.sink.text())
                .contains("\"detail\":\"records were lost for want of room\",\"count\":1")
                .contains("\"host\":\"h\",\"count\":1")
                .doesNotContain("\"audit_id\":\"3\"");
    }

    @Test
    void bytesAreBoundedToo() throws Exception {
        AuditSettings small = new AuditSettings(
                1_000,
                4_096,
                QUICK.onFailure(),
                QUICK.sync(),
                QUICK.retryEvery(),
                QUICK.tellWaitersAfter(),
                QUICK.closeWithin(),
                QUICK.folding(),
                QUICK.segments());
        try (var fixture = new LogFixture(small)) {
            AuditEvent large =
                    Records.record("1", "sb-1", ReasonCode.GRANTED, "h", "/" + "x".repeat(3_000), "192.0.2.1");
            assertThat(fixture.append(large)).isCompletedWithValue(false);
            assertThat(await(fixture.append(Records.allowed("2")))).isTrue();
        }
    }

    @Test
    void closingWritesWhatIsHeldAndTakesNothingMore() throws Exception {
        var fixture = new LogFixture(QUICK);
        List<CompletableFuture<Boolean>> told = IntStream.range(0, 100)
                .mapToObj(i -> fixture.append(Records.allowed("r" + i)))
                .toList();
        fixture.close();
        assertThat(told).allMatch(each -> each.getNow(false));
        assertThat(ids(fixture.sink.text())).hasSize(100);
        assertThat(fixture.sink.syncs).hasValue(1);
        assertThat(fixture.append(Records.allowed("late"))).isCompletedWithValue(false);
        assertThat(fixture.log.isAccepting()).isFalse();
    }

    @Test
    void countsAreWrittenAtTheEnd() throws Exception {
        var fixture = new LogFixture(QUICK);
        int flood = 10_000;
        for (int i = 0; i < flood; i++) {
            assertThat(await(fixture.append(Records.refused(fixture.log.nextId(), null, "evil.test"))))
                    .isTrue();
        }
        fixture.close();
        int whole = QUICK.folding().alikeWhole();
        assertThat(fixture.sink.text().lines()).hasSize(whole + 1);
        assertThat(fixture.sink.text()).contains("\"count\":" + (flood - whole));
        assertThat(fixture.log.counters().folded()).isEqualTo(flood - whole);
    }

    @Test
    void aWindowThatIsOverIsWrittenWithTheNextBatch() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            for (int i = 0; i < 100; i++) {
                fixture.log.append(Records.refused("f" + i, "sb-1", "evil.test"));
            }
            fixture.nanos.addAndGet(QUICK.folding().window().toNanos());
            await(fixture.append(Records.allowed("next")));
            await(fixture.append(Records.allowed("one more"))); // the writer may have looked just before
            assertThat(fixture.sink.text()).contains("\"count\":70,").contains("\"last_audit_id\":\"f99\"");
        }
    }

    @Test
    void bySettingEachBatchIsForcedToTheDiskBeforeItsWaitersAreTold() throws Exception {
        try (var fixture = new LogFixture(QUICK.withSync(Sync.EACH_BATCH))) {
            await(fixture.append(Records.allowed("1")));
            assertThat(fixture.sink.syncs.get()).isPositive();
        }
    }

    @Test
    void aWriteThatNeverReturnsStopsTraffic() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            var gate = new CountDownLatch(1);
            fixture.sink.gate = gate;
            fixture.log.append(Records.allowed("1"));
            fixture.sink.entered.await();
            assertThat(fixture.log.isAccepting()).isTrue();
            fixture.nanos.addAndGet(QUICK.tellWaitersAfter().toNanos() + 2);
            assertThat(fixture.log.isAccepting()).isFalse();
            gate.countDown();
        }
    }
}
