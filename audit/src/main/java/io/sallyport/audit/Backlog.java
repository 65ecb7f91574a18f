package io.sallyport.audit;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Records that were taken and not yet written, in the order in which they came. Any thread offers; one thread, the
 * writer, takes. What was taken out counts until it is released, so that a failing sink fills the bound.
 */
final class Backlog {
    /** Records that may come, while the writer gathers, before it is woken for them though nobody waits. */
    static final int MAX_GATHERED = 256;

    private final ConcurrentLinkedQueue<BacklogEntry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger records = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<Writing> writing = new AtomicReference<>(Writing.BUSY);
    private final int maxRecords;
    private final long maxBytes;
    private volatile @Nullable Thread writer;

    /** What the writer does, and so for what it is woken: that costs two threads several system calls. */
    private enum Writing {
        BUSY,
        /** Waits for a record on which an answer waits. */
        GATHERING,
        /** Waits for any record. */
        IDLE
    }

    Backlog(int maxRecords, long maxBytes) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
    }

    /** Takes {@code entry}, or answers false where a bound is reached. */
    boolean offer(BacklogEntry entry) {
        if (records.incrementAndGet() > maxRecords) {
            records.decrementAndGet();
            return false;
        }
        if (bytes.addAndGet(entry.size) > maxBytes) {
            release(entry);
            return false;
        }
        boolean hurried = entry.waiter != null; // once it is added, that is the writer's to read
        entries.add(entry);
        wake(hurried);
        return true;
    }

    @Nullable
    BacklogEntry poll() {
        return entries.poll();
    }

    /** When the oldest that waits was taken, in elapsed nanoseconds but 0; 0 where none does. */
    long oldestTaken() {
        BacklogEntry oldest = entries.peek();
        return oldest == null ? 0 : oldest.takenNanos | 1;
    }

    /** What waits now, oldest first; for the writer. */
    Iterator<BacklogEntry> waiting() {
        return entries.iterator();
    }

    void release(BacklogEntry entry) {
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

    private void wake(boolean hurried) {
        Writing seen = writing.get();
        boolean waits =
                seen == Writing.IDLE || (seen == Writing.GATHERING && (hurried || records.get() > MAX_GATHERED));
        if (waits && writing.compareAndSet(seen, Writing.BUSY)) {
            LockSupport.unpark(writer);
        }
    }

    /** Returns when something came on which somebody waits, after {@code nanos}, or sooner; called by the writer only. */
    void gather(long nanos) {
        await(Writing.GATHERING, nanos);
    }

    /** Returns when anything came, after {@code nanos}, or sooner; called by the writer only. */
    void await(long nanos) {
        await(Writing.IDLE, nanos);
    }

    private void await(Writing how, long nanos) {
        writing.set(how);
        if (entries.isEmpty()) {
            LockSupport.parkNanos(this, nanos);
        }
        writing.set(Writing.BUSY);
    }
}
