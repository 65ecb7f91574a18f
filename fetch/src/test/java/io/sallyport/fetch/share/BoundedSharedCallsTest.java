package io.sallyport.fetch.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedSharedCallsTest {
    private static final SandboxId ONE = new SandboxId("sb-1");
    private static final SandboxId OTHER = new SandboxId("sb-2");

    private final BoundedSharedCalls<String> calls = new BoundedSharedCalls<>(2, 1, FetchRefusal::fileFailed);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private static FetchDeadline soon() {
        return FetchDeadline.in(Duration.ofMinutes(2), System::nanoTime);
    }

    @AfterEach
    void end() {
        goOn.countDown();
        threads.close();
    }

    @Test
    void whoWaitsForAPlaceOfHisOwnLeadsNobodyMeanwhile() throws Exception {
        var flies = new CountDownLatch(1);
        var waits = new CountDownLatch(1);
        Future<String> first = threads.submit(() -> calls.run(ONE, "a", "", soon(), () -> {
            flies.countDown();
            await(goOn);
            return "first";
        }));
        flies.await();
        Future<String> second = threads.submit(() -> calls.run(ONE, "b", "", seen(waits), () -> "second"));
        waits.await();
        assertThat(calls.run(OTHER, "b", "", soon(), () -> "of another")).isEqualTo("of another");
        assertThat(second).isNotDone();
        goOn.countDown();
        assertThat(first.get()).isEqualTo("first");
        assertThat(second.get()).isEqualTo("second");
    }

    @Test
    void aFlightThatFailsGivesItsPlaceBack() throws RefusedException {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> calls.run(ONE, "a", "", soon(), () -> {
                        throw new RefusedException(FetchRefusal.fileFailed(ReasonCode.UPSTREAM_REFUSED, "no"));
                    }))
                    .isInstanceOf(RefusedException.class);
        }
        assertThat(calls.run(ONE, "a", "", soon(), () -> "served")).isEqualTo("served");
    }

    /** As {@link #soon}; counts down as soon as somebody looks how long there is to wait. */
    private static FetchDeadline seen(CountDownLatch waits) {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        return new FetchDeadline(
                () -> {
                    waits.countDown();
                    return System.nanoTime();
                },
                end);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
