package io.sallyport.apiservers;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A loop on a daemon thread of its own, which ends when it is closed. Safe for concurrent use. */
public final class ScheduledLoop implements SupervisorLoop, AutoCloseable {
    private final LongSupplier nanoClock;
    private final ScheduledThreadPoolExecutor thread;
    private final ExecutorService aside = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("api-server-", 0).factory());
    private final ExecutorService starter = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("api-server-starts").factory());

    public ScheduledLoop(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.thread = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("api-servers").factory());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.setRejectedExecutionHandler((_, _) -> {}); // closed: nobody is left to be told
    }

    @Override
    public long nanoTime() {
        return nanoClock.getAsLong();
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    @Override
    public void after(long nanos, Runnable task) {
        var _ = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public Executor aside() {
        return aside;
    }

    @Override
    public Executor starter() {
        return starter;
    }

    @Override
    public void close() {
        thread.shutdown();
        starter.shutdown();
        aside.shutdown();
    }
}
