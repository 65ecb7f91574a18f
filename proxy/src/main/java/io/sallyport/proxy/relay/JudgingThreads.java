package io.sallyport.proxy.relay;

import io.sallyport.model.message.RequestBody;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Parses and judges bodies that take an event loop too long, some 15 ms for each MiB. Where its queue is full a request
 * is refused. Safe for concurrent use.
 */
public final class JudgingThreads implements Executor, AutoCloseable {
    private static final int MOST_BYTES_ON_LOOP = 16 << 10;
    private static final int MAX_QUEUED = 1024; // bodies; a connection has one at a time

    private final ThreadPoolExecutor threads;

    public JudgingThreads() {
        int count = Runtime.getRuntime().availableProcessors();
        threads = new ThreadPoolExecutor(
                count,
                count,
                1,
                TimeUnit.MINUTES,
                new ArrayBlockingQueue<>(MAX_QUEUED),
                Thread.ofPlatform().daemon().name("judging-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Whether {@code body} takes an event loop too long. */
    static boolean isFor(RequestBody body) {
        return body.bytes().length > MOST_BYTES_ON_LOOP;
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** What waits is never judged; its connections are closed with the proxy. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
