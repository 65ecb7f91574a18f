package io.sallyport.fetch.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.ReasonCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader on a thread of its own, whose clock and end the test decides, and one who waits for it. */
class SharedCallsTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String KEY = "key";

    private final SharedCalls<String> calls = new SharedCalls<>(FetchRefusal::forgeFailed);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch leads = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicLong now = new AtomicLong();

    @AfterEach
    void end() {
        goOn.countDown();
        threads.close();
    }

    private void lead(ReasonCode reason) throws InterruptedException {
        Future<?> _ = threads.submit(() -> calls.run(KEY, "", new FetchDeadline(now::get, 1), () -> {
            leads.countDown();
            await(goOn);
            throw new RefusedException(FetchRefusal.forgeFailed(reason, "its own"));
        }));
        leads.await();
    }

    @Test
    void theFailureOfOneIsThatOfAll() throws Exception {
        lead(ReasonCode.UPSTREAM_REFUSED);
        assertThatThrownBy(() -> calls.run(KEY, "", patient(), () -> "tried")).isInstanceOf(RefusedException.class);
    }

    /** Lets the leader go on as soon as somebody looks how long he may wait for him. */
    private FetchDeadline patient() {
        long end = System.nanoTime() + LONG.toNanos();
        return new FetchDeadline(
                () -> {
                    goOn.countDown();
                    return System.nanoTime();
                },
                end);
    }

    @Test
    void aLeaderWhoseTimeIsOverFailsAlone() throws Exception {
        lead(ReasonCode.CONNECT_TIMEOUT);
        now.set(2);
        assertThat(calls.run(KEY, "", patient(), () -> "tried")).isEqualTo("tried");
    }

    @Test
    void aLeaderWhoIsOverHisLimitOrGivesUpFailsAlone() throws Exception {
        for (ReasonCode own : new ReasonCode[] {ReasonCode.RATE_LIMITED, ReasonCode.SHUTTING_DOWN}) {
            var one = new SharedCallsTest();
            one.lead(own);
            assertThat(one.calls.run(KEY, "", one.patient(), () -> "tried")).isEqualTo("tried");
            one.end();
        }
    }

    @Test
    void whoIsLetGoTriesWhileTheLeaderIsStillAtIt() throws Exception {
        var letsGo = new CountDownLatch(1);
        Future<String> leader =
                threads.submit(() -> calls.run(KEY, "", FetchDeadline.in(LONG, System::nanoTime), () -> {
                    leads.countDown();
                    await(letsGo);
                    calls.letGo(KEY);
                    await(goOn);
                    return "led";
                }));
        leads.await();
        long end = System.nanoTime() + LONG.toNanos();
        var waits = new FetchDeadline(
                () -> {
                    letsGo.countDown();
                    return System.nanoTime();
                },
                end);
        assertThat(calls.run(KEY, "", waits, () -> "tried")).isEqualTo("tried");
        assertThat(leader.isDone()).isFalse();
        goOn.countDown();
        assertThat(leader.get()).isEqualTo("led");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
