package io.sallyport.audit;

import java.nio.file.FileSystemException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The state of the log: set by the writer, read by any thread. */
final class Condition {
    final LongAdder written = new LongAdder();
    final LongAdder folded = new LongAdder();
    final LongAdder lost = new LongAdder();

    private volatile @Nullable String failure;
    private volatile long writeBegan;
    private volatile long oldestTaken;

    /** Returns why the sink fails, or null while it works. */
    @Nullable
    String failure() {
        return failure;
    }

    boolean isFailing() {
        return failure != null;
    }

    void failed(String why) {
        failure = why;
    }

    /**
     * Returns the message of {@code cause} without the file name that it may begin with: callers of the readiness check
     * must not learn paths.
     */
    static String words(Exception cause) {
        String said = cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
        return said == null ? cause.getClass().getSimpleName() : said;
    }

    void recovered() {
        failure = null;
    }

    void writing(long nowNanos) {
        writeBegan = nowNanos | 1; // 0 means "no write in progress"
    }

    void wrote() {
        writeBegan = 0;
    }

    /** Records when the oldest record of the batch being written was accepted; 0 means that there is none. */
    void holds(long oldestNanos) {
        oldestTaken = oldestNanos;
    }

    long oldestTaken() {
        return oldestTaken;
    }

    /** Returns whether a write is in progress; if so, {@link #isStuck} checks how long it has been. */
    boolean isWriting() {
        return writeBegan != 0;
    }

    /** Returns whether the write in progress has been running for longer than {@code boundNanos}. */
    boolean isStuck(long nowNanos, long boundNanos) {
        long began = writeBegan;
        return began != 0 && nowNanos - began > boundNanos;
    }
}
