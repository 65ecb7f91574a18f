package io.sallyport.auditexport.sink;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes the thread of a sink. Safe for concurrent use. */
final class SinkSignal {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isWritten;
    private boolean isClosed;

    /** The log was written to. */
    void written() {
        lock.lock();
        try {
            isWritten = true;
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

    /** Waits for something to be written since the last call, at most for {@code nanos}, or for the end. */
    void awaitWritten(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!isWritten && !isClosed && left > 0) {
                left = changed.awaitNanos(left);
            }
            isWritten = false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for {@code nanos}, or for the end. */
    void pause(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!isClosed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
