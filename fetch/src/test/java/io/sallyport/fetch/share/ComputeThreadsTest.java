package io.sallyport.fetch.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ComputeThreadsTest {
    private static final SandboxId ONE = new SandboxId("sb-1");
    private static final SandboxId OTHER = new SandboxId("sb-2");
    private final ComputeThreads computing = new ComputeThreads("work", 2, 1, FetchRefusal::forgeFailed);

    private static void never() {
        throw new AssertionError("waits");
    }

    private static FetchDeadline in(Duration time) {
        return FetchDeadline.in(time, System::nanoTime);
    }

    private static FetchDeadline soon() {
        return in(Duration.ofMinutes(1));
    }

    @Test
    void itRunsOnAThreadOfTheSystems() throws Exception {
        assertThat(computing.<Boolean>run(
                        ONE,
                        soon(),
                        ComputeThreadsTest::never,
                        () -> Thread.currentThread().isVirtual()))
                .isFalse();
    }

    @Test
    void oneSandboxLeavesAPlaceForOthersAndSaysBeforeItWaits() throws Exception {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = threads.submit(() -> computing.run(ONE, soon(), ComputeThreadsTest::never, () -> {
                begun.countDown();
                return await(goOn);
            }));
            begun.await();
            var waits = new AtomicBoolean();
            assertThatThrownBy(() -> computing.run(ONE, in(Duration.ZERO), () -> waits.set(true), () -> "second"))
                    .isInstanceOf(RefusedException.class);
            assertThat(waits).isTrue();
            assertThat(computing.run(OTHER, soon(), ComputeThreadsTest::never, () -> "other"))
                    .isEqualTo("other");
            goOn.countDown();
            assertThat(first.get()).isEqualTo("done");
            assertThat(computing.run(ONE, soon(), ComputeThreadsTest::never, () -> "again"))
                    .isEqualTo("again");
        }
    }

    @Test
    void whatFailsFailsAsItDidAndGivesItsPlaceBack() throws Exception {
        for (Exception fault : new Exception[] {
            new IOException("x"), new RefusedException(FetchRefusal.OFFLINE), new IllegalArgumentException()
        }) {
            assertThatThrownBy(() -> computing.run(ONE, soon(), ComputeThreadsTest::never, () -> {
                        switch (fault) {
                            case IOException broken -> throw broken;
                            case RefusedException refused -> throw refused;
                            default -> throw new IllegalArgumentException(fault);
                        }
                    }))
                    .isInstanceOf(fault.getClass());
        }
    }

    @Test
    void whoIsInterruptedWaitsNoLongerAndNorDoesTheWork() throws Exception {
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        var asks = new CountDownLatch(1);
        Thread asking = Thread.startVirtualThread(() -> {
            try {
                computing.run(ONE, soon(), ComputeThreadsTest::never, () -> {
                    begun.countDown();
                    try {
                        return await(asks);
                    } finally {
                        interrupted.countDown();
                    }
                });
            } catch (IOException | RefusedException _) {
                // as it should be
            }
        });
        begun.await();
        asking.interrupt();
        interrupted.await();
        asking.join();
        assertThat(asks.getCount()).isOne();
    }

    private static String await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
            return "done";
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
