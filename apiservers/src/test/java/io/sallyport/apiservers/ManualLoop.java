package io.sallyport.apiservers;

import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A loop on a real thread whose time moves by hand; what is due runs when it is moved. Safe for concurrent use. */
final class ManualLoop implements SupervisorLoop, AutoCloseable {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final List<Due> waiting = new ArrayList<>(); // guarded by itself

    private record Due(long atNanos, Runnable task) {}

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    @Override
    public void after(long nanos, Runnable task) {
        synchronized (waiting) {
            waiting.add(new Due(nanoTime() + nanos, task));
        }
    }

    @Override
    public Executor aside() {
        return Thread::startVirtualThread;
    }

    @Override
    public Executor starter() {
        return thread;
    }

    /** Moves the clock and runs what is due. */
    void advance(Duration by) {
        clock.advance(by);
        List<Due> due;
        synchronized (waiting) {
            due = waiting.stream()
                    .filter(one -> one.atNanos() - nanoTime() <= 0)
                    .toList();
            waiting.removeAll(due);
        }
        due.forEach(one -> thread.execute(one.task()));
    }

    /**
     * Moves the clock by less than goes by between two looks of {@link States}: what a real process does meanwhile has
     * as long as those wait, however slow the machine is.
     */
    void creep() {
        advance(Duration.ofMillis(5));
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
