package io.sallyport.audit;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The lines for one follower, as they are written. A follower that is too slow loses the newest lines and learns how
 * many. Safe for concurrent use; the monitor guards the queue and is held only for single operations.
 */
public final class AuditStream implements AutoCloseable {
    /** The maximum number of lines held for a follower. */
    static final int MAX_LINES = 1_000;

    private final AuditFilter filter;
    private final Runnable signal;
    private final LogFollowers streams;
    private final ArrayDeque<AuditLine> lines = new ArrayDeque<>();
    private long dropped;

    AuditStream(AuditFilter filter, Runnable signal, LogFollowers streams) {
        this.filter = filter;
        this.signal = signal;
        this.streams = streams;
    }

    /** Returns the next line, or null if there is none yet. */
    public synchronized @Nullable AuditLine poll() {
        return lines.poll();
    }

    /** Returns how many lines were dropped since the last call. */
    public synchronized long takeDropped() {
        long taken = dropped;
        dropped = 0;
        return taken;
    }

    /** Adds {@code line} if it matches. Returns true if the follower must be woken. */
    synchronized boolean offer(AuditLine line) {
        if (!filter.matches(line)) {
            return false;
        }
        if (lines.size() >= MAX_LINES) {
            dropped++;
            return false;
        }
        lines.add(line);
        return lines.size() == 1;
    }

    void signal() {
        signal.run();
    }

    @Override
    public void close() {
        streams.remove(this);
    }
}
