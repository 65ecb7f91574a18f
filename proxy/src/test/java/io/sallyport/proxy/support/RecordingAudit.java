package io.sallyport.proxy.support;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Keeps the records in memory; its answers are scripted, and given at once or on demand. */
public final class RecordingAudit implements AuditLog {
    private final List<AuditEvent> records = new ArrayList<>();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean accepting = true;
    private boolean writable = true;
    private boolean holding;
    private int lastId;

    @Override
    public synchronized String nextId() {
        return "a" + ++lastId;
    }

    @Override
    public synchronized boolean isAccepting() {
        return accepting;
    }

    @Override
    public synchronized void append(AuditEvent record, Executor executor, Written written) {
        boolean inSink = writable;
        if (inSink) {
            append(record);
        }
        Runnable tell = () -> executor.execute(() -> written.ended(inSink));
        if (holding) {
            waiting.add(tell);
        } else {
            tell.run();
        }
    }

    @Override
    public synchronized void append(AuditEvent record) {
        records.add(record);
        notifyAll();
    }

    /** Refuses all traffic from now on. */
    public synchronized void stopAccepting() {
        accepting = false;
    }

    /** Writes no record to the sink from now on. */
    public synchronized void stopWriting() {
        writable = false;
    }

    /** Withholds answers from now on, until they are {@link #release}d. */
    public synchronized void hold() {
        holding = true;
    }

    public synchronized void release() {
        holding = false;
        waiting.forEach(Runnable::run);
        waiting.clear();
    }

    public synchronized List<AuditEvent> records() {
        return List.copyOf(records);
    }

    /** Waits for the record with that number, from 1. */
    public synchronized AuditEvent await(int number) {
        long end = System.nanoTime() + 60_000_000_000L;
        while (records.size() < number) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError("no record " + number + " within 60 s: " + records);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
        return records.get(number - 1);
    }
}
