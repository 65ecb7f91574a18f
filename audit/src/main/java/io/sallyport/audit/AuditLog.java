package io.sallyport.audit;

import java.util.concurrent.Executor;

/**
 * Takes records on any thread and writes them, in order, on one thread of its own. Safe for concurrent use; nothing here
 * waits.
 */
public interface AuditLog {
    /** A new id, unique for this log and rising: what a refusal shows and a record bears. */
    String nextId();

    /**
     * Whether traffic may go on: false while records cannot be written and the setting is to refuse. Asked before
     * anything is dialled.
     */
    boolean isAccepting();

    /**
     * Hands {@code record} over. {@code written} runs once on {@code executor}: true when the record stands in the sink
     * (or is counted as lost, by setting), false when it could not be taken or written.
     */
    void append(AuditEvent record, Executor executor, Written written);

    /** Hands {@code record} over for which nobody waits. */
    void append(AuditEvent record);

    /** What became of a record. */
    @FunctionalInterface
    interface Written {
        void ended(boolean inSink);
    }
}
