package io.sallyport.audit;

import java.util.concurrent.Executor;

/**
 * Accepts records on any thread and writes them, in order, on one thread of its own. Safe for concurrent use; no method
 * blocks.
 */
public interface AuditLog {
    /** Returns a new id, unique in this log and increasing. A refusal shows it, and a record carries it. */
    String nextId();

    /**
     * Returns whether traffic may go on: false while records cannot be written and the setting is to refuse. Checked
     * before anything is dialled.
     */
    boolean isAccepting();

    /**
     * Queues {@code record}. {@code written} runs once on {@code executor}: with true when the sink holds the record
     * (or it is counted as lost, if the setting says so), with false if it could not be queued or written.
     */
    void append(AuditEvent record, Executor executor, Written written);

    /** Queues {@code record} without a callback. */
    void append(AuditEvent record);

    /** Returns whether records of requests have the names of their queries' parameters. */
    default boolean namesQueries() {
        return false;
    }

    /** Receives the outcome for a record. */
    @FunctionalInterface
    interface Written {
        void ended(boolean inSink);
    }
}
