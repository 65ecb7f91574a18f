package io.sallyport.audit;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Records that were accepted and not yet written, in order of arrival. Any thread offers; one thread, the writer,
 * polls. A polled record counts until it is released, so that a failing sink fills the queue.
 */
final class Backlog {
    /** How many records may arrive while the writer gathers before it is woken although none has a waiter. */
    static final int MAX_GATHERED = 256;

    private final ConcurrentLinkedQueue<BacklogEntry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger records = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<Writing> writing = new AtomicReference<>(Writing.BUSY);
    private final int maxRecords;
    private final long maxBytes;
    private volatile @Nullable Thread writer;

    /** What the writer does. It is woken only when needed, because waking costs both threads several system calls. */
    private enum Writing {
        BUSY,
        /** Waits for a record that has a waiter. */
        GATHERING,
        /** Waits for any record. */
        IDLE
    }

    Backlog(int maxRecords, long maxBytes) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
    }

    /** Adds {@code entry}; returns false if a limit is reached. */
    boolean offer(BacklogEntry entry) {
        if (records.incrementAndGet() > maxRecords) {
            records.decrementAndGet();
            return false;
        }
        if (bytes.addAndGet(entry.size) > maxBytes) {
            release(entry);
            return false;
        }
        boolean hurried = entry.waiter != null; // read before the add: afterwards the field belongs to the writer
        entries.add(entry);
        wake(hurried);
        return true;
    }

    @Nullable
    BacklogEntry poll() {
        return entries.poll();
    }

    /** Returns when the oldest queued record was accepted, in elapsed nanoseconds and never 0; 0 if none is queued. */
    long oldestTaken() {
        BacklogEntry oldest = entries.peek();
        return oldest == null ? 0 : oldest.takenNanos | 1;
    }

    /** Returns the queued records, oldest first; called by the writer only. */
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

    /** Waits for a record with a waiter, at most {@code nanos}; may return early. Called by the writer only. */
    void gather(long nanos) {
        await(Writing.GATHERING, nanos);
    }

    /** Waits for any record, at most {@code nanos}; may return early. Called by the writer only. */
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
