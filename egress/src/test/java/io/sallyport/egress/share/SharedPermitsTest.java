package io.sallyport.egress.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedPermitsTest {
    private static final SandboxId ONE = new SandboxId("one");
    private static final SandboxId OTHER = new SandboxId("other");

    @Test
    void givesEachSandboxItsShareAndAllTogetherTheTotal() {
        SharedPermits slots = new SharedPermits(2, 3);

        assertThat(slots.take(ONE)).isNotNull();
        assertThat(slots.take(ONE)).isNotNull();
        assertThat(slots.take(ONE)).isNull();
        assertThat(slots.take(OTHER)).isNotNull();
        assertThat(slots.take(OTHER)).isNull();
        assertThat(slots.taken()).isEqualTo(3);
    }

    @Test
    void countsASecondReleaseForNothing() {
        SharedPermits slots = new SharedPermits(1, 2);
        SharedPermits.Slot slot = Objects.requireNonNull(slots.take(ONE));
        assertThat(slots.take(OTHER)).isNotNull();

        slot.release();
        slot.release();

        assertThat(slots.taken()).isOne();
        assertThat(slots.take(ONE)).isNotNull();
        assertThat(slots.take(ONE)).isNull();
    }

    @Test
    void neverExceedsItsLimitsUnderManyThreadsAndEndsEmpty() throws InterruptedException {
        SharedPermits slots = new SharedPermits(3, 5);
        AtomicInteger held = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            SandboxId sandbox = i % 2 == 0 ? ONE : OTHER;
            threads.add(Thread.ofPlatform().start(() -> {
                await(begin);
                for (int round = 0; round < 20_000; round++) {
                    SharedPermits.Slot slot = slots.take(sandbox);
                    if (slot != null) {
                        most.accumulateAndGet(held.incrementAndGet(), Math::max);
                        held.decrementAndGet();
                        slot.release();
                    }
                }
            }));
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(most.get()).isBetween(1, 5);
        assertThat(slots.taken()).isZero();
        assertThat(slots.take(ONE)).isNotNull();
        assertThat(slots.take(ONE)).isNotNull();
        assertThat(slots.take(ONE)).isNotNull();
        assertThat(slots.take(ONE)).isNull();
    }

    @Test
    void refusesLimitsThatLetNothingThrough() {
        assertThatThrownBy(() -> new SharedPermits(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SharedPermits(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void await(CountDownLatch begin) {
        try {
            begin.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
