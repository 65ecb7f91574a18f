package io.sallyport.proxy.intercept;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs what the JDK's handshakes compute, about a millisecond each, beside the event loops. Where its queue is full a
 * handshake fails. Safe for concurrent use.
 */
public final class HandshakeThreads implements Executor, AutoCloseable {
    private static final int MAX_QUEUED = 4096; // tasks; a handshake has one at a time

    private final ThreadPoolExecutor threads;

    public HandshakeThreads() {
        int count = Runtime.getRuntime().availableProcessors();
        threads = new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_QUEUED),
                Thread.ofPlatform().daemon().name("handshake-", 0).factory());
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Tasks that wait end their handshakes with an error. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
