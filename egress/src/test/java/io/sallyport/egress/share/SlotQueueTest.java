package io.sallyport.egress.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlotQueueTest {
    private static final SandboxId ONE = new SandboxId("one");
    private static final SandboxId OTHER = new SandboxId("other");

    private final List<String> granted = new ArrayList<>();
    private final List<SlotQueue.Slot> slots = new ArrayList<>();

    @Test
    void handsASlotToWhoeverOfItsSandboxHasWaitedLongest() {
        SlotQueue queue = queue(1, 10);
        SlotQueue.Slot first = taken(queue, ONE);
        waits(queue, ONE, "second");
        waits(queue, ONE, "third");

        first.release();
        first.release();
        assertThat(granted).containsExactly("second");
        slots.getFirst().release();
        assertThat(granted).containsExactly("second", "third");
        slots.getLast().release();
        assertThat(queue.taken()).isZero();
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void aSandboxAtItsLimitDelaysNobodyElse() {
        SlotQueue queue = queue(1, 10);
        taken(queue, ONE);
        waits(queue, ONE, "one");

        taken(queue, OTHER).release();

        assertThat(granted).isEmpty();
    }

    @Test
    void sandboxesTakeTurnsHoweverManyOfOneWait() {
        SlotQueue queue = queue(2, 2);
        SlotQueue.Slot first = taken(queue, ONE);
        SlotQueue.Slot second = taken(queue, ONE);
        for (int i = 1; i <= 3; i++) {
            waits(queue, ONE, "one " + i);
        }
        waits(queue, OTHER, "other 1");
        waits(queue, OTHER, "other 2");

        first.release();
        second.release();
        assertThat(granted).containsExactly("other 1", "one 1");
        List.copyOf(slots).forEach(SlotQueue.Slot::release);
        assertThat(granted).containsExactly("other 1", "one 1", "other 2", "one 2");
    }

    @Test
    void refusesWhatNeitherFitsNorMayWait() {
        SlotQueue queue = new SlotQueue(new SlotQueue.Limits(1, 2, 1, 2));
        taken(queue, ONE);
        waits(queue, ONE, "one");
        assertThat(ask(queue, ONE, "too many of its sandbox")).isInstanceOf(SlotQueue.Full.class);
        taken(queue, OTHER);
        waits(queue, OTHER, "other");
        assertThat(ask(queue, new SandboxId("third"), "too many of all")).isInstanceOf(SlotQueue.Full.class);
    }

    @Test
    void whoLeavesIsPassedOver() {
        SlotQueue queue = queue(1, 10);
        SlotQueue.Slot first = taken(queue, ONE);
        SlotQueue.Place leaving = waits(queue, ONE, "leaves");
        waits(queue, ONE, "stays");

        leaving.leave();
        leaving.leave();
        first.release();

        assertThat(granted).containsExactly("stays");
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void whoLeavesTooLateHasASlotToGiveBack() {
        SlotQueue queue = queue(1, 10);
        SlotQueue.Slot first = taken(queue, ONE);
        SlotQueue.Place late = waits(queue, ONE, "late");
        first.release();

        late.leave();
        assertThat(queue.taken()).isOne();
        slots.getFirst().release();
        assertThat(queue.taken()).isZero();
    }

    @Test
    void neverExceedsItsLimitsAndForgetsNobodyUnderManyThreads() throws InterruptedException {
        SlotQueue queue = new SlotQueue(new SlotQueue.Limits(3, 5, 1_000, 10_000));
        AtomicInteger held = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger passed = new AtomicInteger();
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            SandboxId sandbox = i % 2 == 0 ? ONE : OTHER;
            threads.add(Thread.ofPlatform().start(() -> {
                var handed = new LinkedBlockingQueue<SlotQueue.Slot>();
                await(begin);
                for (int round = 0; round < 5_000; round++) {
                    SlotQueue.Slot slot =
                            queue.ask(sandbox, handed::add) instanceof SlotQueue.Slot now ? now : next(handed);
                    most.accumulateAndGet(held.incrementAndGet(), Math::max);
                    passed.incrementAndGet();
                    held.decrementAndGet();
                    slot.release();
                }
            }));
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(most.get()).isBetween(1, 5);
        assertThat(passed).hasValue(40_000);
        assertThat(queue.taken()).isZero();
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void refusesLimitsThatLetNothingThrough() {
        assertThatThrownBy(() -> new SlotQueue.Limits(0, 1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SlotQueue.Limits(1, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SlotQueue.Limits(1, 1, -1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static SlotQueue queue(int perSandbox, int total) {
        return new SlotQueue(new SlotQueue.Limits(perSandbox, total, 100, 100));
    }

    private SlotQueue.Asked ask(SlotQueue queue, SandboxId sandbox, String name) {
        return queue.ask(sandbox, slot -> {
            granted.add(name);
            slots.add(slot);
        });
    }

    private SlotQueue.Slot taken(SlotQueue queue, SandboxId sandbox) {
        SlotQueue.Asked got = ask(queue, sandbox, "never told");
        assertThat(got).isInstanceOf(SlotQueue.Slot.class);
        return (SlotQueue.Slot) got;
    }

    private SlotQueue.Place waits(SlotQueue queue, SandboxId sandbox, String name) {
        SlotQueue.Asked got = ask(queue, sandbox, name);
        assertThat(got).isInstanceOf(SlotQueue.Place.class);
        return (SlotQueue.Place) got;
    }

    private static SlotQueue.Slot next(LinkedBlockingQueue<SlotQueue.Slot> handed) {
        try {
            return handed.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch begin) {
        try {
            begin.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
