package io.sallyport.bundles;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes a thread that waits for its next turn. Safe for concurrent use. */
final class PollSignal {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isAsked;
    private boolean isClosed;

    /** Ends the wait of now, or else the next one. */
    void ask() {
        lock.lock();
        try {
            isAsked = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return isClosed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it is asked or closed, at most for {@code longest}; returns whether it was asked. */
    boolean await(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!isAsked && !isClosed && left > 0) {
                left = changed.awaitNanos(left);
            }
            boolean was = isAsked;
            isAsked = false;
            return was;
        } finally {
            lock.unlock();
        }
    }
}
