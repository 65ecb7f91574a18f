package io.sallyport.auditstore;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Between the thread that reads the log and those that wait until it was at the log's end. Safe for concurrent use; the
 * lock is held only for single operations.
 */
final class EndSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wanted = lock.newCondition();
    private final Condition done = lock.newCondition();
    private long asked;
    private long reached;
    private boolean closed;

    /** Returns the number of the last question, before which everything that it is about was written. */
    long asked() {
        lock.lock();
        try {
            return asked;
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen() {
        lock.lock();
        try {
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Says that the end was seen after the question of that number. */
    void reached(long question) {
        lock.lock();
        try {
            reached = Math.max(reached, question);
            done.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until someone asks, for at most {@code most}. Returns false if it was closed. */
    boolean await(Duration most) {
        lock.lock();
        try {
            long nanos = most.toNanos();
            while (!closed && asked == reached && nanos > 0) {
                nanos = wanted.awaitNanos(nanos);
            }
            return !closed;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for {@code most}, whoever asks. Returns false if it was closed. */
    boolean pause(Duration most) {
        lock.lock();
        try {
            long nanos = most.toNanos();
            while (!closed && nanos > 0) {
                nanos = wanted.awaitNanos(nanos);
            }
            return !closed;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Asks, and waits until the end was seen. Returns false after {@code most}, or if it was closed. */
    boolean awaitReached(Duration most) {
        lock.lock();
        try {
            long question = ++asked;
            wanted.signalAll();
            long nanos = most.toNanos();
            while (!closed && reached < question && nanos > 0) {
                nanos = done.awaitNanos(nanos);
            }
            return reached >= question;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            wanted.signalAll();
            done.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
