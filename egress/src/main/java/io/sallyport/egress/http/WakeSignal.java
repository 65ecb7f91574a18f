package io.sallyport.egress.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes the one thread that asks a server, or delivers to one, in turns. Safe for concurrent use. */
public final class WakeSignal {
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isAwake;
    private boolean isClosed;

    /** Ends the wait of now, or else the next one. */
    public void wake() {
        lock.lock();
        try {
            isAwake = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends every wait and pause from now on. */
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public boolean isClosed() {
        lock.lock();
        try {
            return isClosed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it is woken or closed, at most for {@code longest}. */
    public void await(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!isAwake && !isClosed && left > 0) {
                left = changed.awaitNanos(left);
            }
            isAwake = false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for {@code nanos} even if it is woken; less only if it is closed. */
    public void pause(long nanos) throws InterruptedException {
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
