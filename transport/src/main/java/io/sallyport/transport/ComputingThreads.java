package io.sallyport.transport;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for what takes an event loop too long to compute, one for each processor. They end when they have nothing to
 * do for a minute. Safe for concurrent use.
 */
public final class ComputingThreads implements Executor, AutoCloseable {
    private final ThreadPoolExecutor threads;

    /** @param maxQueued tasks that may wait; further ones are refused with {@link RejectedExecutionException} */
    public ComputingThreads(String name, int maxQueued) {
        int count = Runtime.getRuntime().availableProcessors();
        threads = new ThreadPoolExecutor(
                count,
                count,
                1,
                TimeUnit.MINUTES,
                new ArrayBlockingQueue<>(maxQueued),
                Thread.ofPlatform().daemon().name(name + "-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Takes no more tasks; those that wait still run. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
