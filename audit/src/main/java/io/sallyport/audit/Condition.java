package io.sallyport.audit;

import java.nio.file.FileSystemException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How the log fares: set by the writer, read by any thread. */
final class Condition {
    final LongAdder written = new LongAdder();
    final LongAdder folded = new LongAdder();
    final LongAdder lost = new LongAdder();

    private volatile @Nullable String failure;
    private volatile long writeBegan;
    private volatile long oldestTaken;

    /** What the sink failed with, or null while it works. */
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

    /** What {@code cause} says, without the file that it may begin with: who asks for readiness is not told of places. */
    static String words(Exception cause) {
        String said = cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
        return said == null ? cause.getClass().getSimpleName() : said;
    }

    void recovered() {
        failure = null;
    }

    void writing(long nowNanos) {
        writeBegan = nowNanos | 1; // 0 is "no write runs"
    }

    void wrote() {
        writeBegan = 0;
    }

    /** The records of the batch that is being written were taken then, or later; 0 is "there are none". */
    void holds(long oldestNanos) {
        oldestTaken = oldestNanos;
    }

    long oldestTaken() {
        return oldestTaken;
    }

    /** A write that began at or before this returns is looked for by {@link #isStuck}. */
    boolean isWriting() {
        return writeBegan != 0;
    }

    /** Whether one write has been running for longer than {@code boundNanos}. */
    boolean isStuck(long nowNanos, long boundNanos) {
        long began = writeBegan;
        return began != 0 && nowNanos - began > boundNanos;
    }
}
