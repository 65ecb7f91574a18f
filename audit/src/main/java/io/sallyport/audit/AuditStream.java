package io.sallyport.audit;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Lines as they are written, for one follower. A follower that is too slow loses the newest and is told how many. Safe for
 * concurrent use; the monitor guards the queue and is held for one step only.
 */
public final class AuditStream implements AutoCloseable {
    /** Lines held for a follower. */
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

    /** The next line, or null where there is none yet. */
    public synchronized @Nullable AuditLine poll() {
        return lines.poll();
    }

    /** How many lines were dropped since this was asked last. */
    public synchronized long takeDropped() {
        long taken = dropped;
        dropped = 0;
        return taken;
    }

    /** Takes {@code line} if it is wanted; true where the follower has to be woken. */
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
