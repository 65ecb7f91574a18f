package io.sallyport.audit;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Records that were taken and not yet written, in the order in which they came. Any thread offers; one thread, the
 * writer, takes. What was taken out counts until it is released, so that a failing sink fills the bound.
 */
final class Backlog {
    private final ConcurrentLinkedQueue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger records = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean parked = new AtomicBoolean();
    private final int maxRecords;
    private final long maxBytes;
    private volatile @Nullable Thread writer;

    Backlog(int maxRecords, long maxBytes) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
    }

    /** Takes {@code entry}, or answers false where a bound is reached. */
    boolean offer(Entry entry) {
        if (records.incrementAndGet() > maxRecords) {
            records.decrementAndGet();
            return false;
        }
        if (bytes.addAndGet(entry.size) > maxBytes) {
            release(entry);
            return false;
        }
        entries.add(entry);
        wake();
        return true;
    }

    @Nullable
    Entry poll() {
        return entries.poll();
    }

    /** What waits now, oldest first; for the writer. */
    Iterator<Entry> waiting() {
        return entries.iterator();
    }

    void release(Entry entry) {
        records.decrementAndGet();
        bytes.addAndGet(-entry.size);
    }

    boolean isFull() {
        return records.get() >= maxRecords || bytes.get() >= maxBytes;
    }

    int records() {
        return records.get();
    }

    long bytes() {
        return bytes.get();
    }

    void writtenBy(Thread thread) {
        writer = thread;
    }

    /** Wakes the writer if it waits for work. */
    void wake() {
        if (parked.get() && parked.compareAndSet(true, false)) {
            LockSupport.unpark(writer);
        }
    }

    /** Returns when something came, after {@code nanos}, or sooner; called by the writer only. */
    void await(long nanos) {
        parked.set(true);
        if (entries.isEmpty()) {
            LockSupport.parkNanos(this, nanos);
        }
        parked.set(false);
    }
}
