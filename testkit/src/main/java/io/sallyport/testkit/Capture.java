package io.sallyport.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The output of a process, read on a thread of its own so that the process never blocks. Safe for concurrent use. */
final class Capture {
    /** How long to wait for the end of a stream after its process has ended; a grandchild may hold it open. */
    private static final Duration AFTER_EXIT = Duration.ofSeconds(30);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final int maxBytes;
    private boolean ended;

    private Capture(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    static Capture of(InputStream stream, int maxBytes) {
        Capture capture = new Capture(maxBytes);
        Thread.ofPlatform().daemon().name("capture").start(() -> capture.drain(stream));
        return capture;
    }

    byte[] bytes() {
        lock.lock();
        try {
            return kept.toByteArray();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the whole output, once the stream has ended. */
    String text() {
        return waitUntil(AFTER_EXIT, () -> ended);
    }

    /**
     * Returns the output so far once it satisfies {@code enough}, the stream has ended, or {@code atMost} has passed.
     */
    String await(Predicate<String> enough, Duration atMost) {
        return waitUntil(atMost, () -> ended || enough.test(kept.toString(StandardCharsets.UTF_8)));
    }

    private String waitUntil(Duration atMost, BooleanSupplier done) {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (!done.getAsBoolean() && left > 0) {
                left = moved.awaitNanos(left);
            }
            return kept.toString(StandardCharsets.UTF_8);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return kept.toString(StandardCharsets.UTF_8);
        } finally {
            lock.unlock();
        }
    }

    private void drain(InputStream stream) {
        byte[] buffer = new byte[8192];
        try (stream) {
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                keep(buffer, n);
            }
        } catch (IOException e) {
            // The process was killed while its output was read; the output ends here.
            keep(new byte[0], 0);
        } finally {
            end();
        }
    }

    private void keep(byte[] buffer, int length) {
        lock.lock();
        try {
            kept.write(buffer, 0, Math.min(length, maxBytes - kept.size()));
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
