package io.sallyport.audit;

import org.jspecify.annotations.Nullable;

/**
 * How a log fares, for metrics.
 *
 * @param written records that stand in the sink as lines of their own
 * @param folded refusals that were counted instead
 * @param lost records that could not be kept, for want of room
 * @param queuedRecords taken and not yet written
 * @param queuedBytes their size in memory, estimated
 * @param lagNanos for how long the oldest record that is held has waited to be written; 0 where none is
 * @param failure what the sink fails with, a few words without a path, or null while it works
 */
public record AuditCounters(
        long written,
        long folded,
        long lost,
        int queuedRecords,
        long queuedBytes,
        long lagNanos,
        @Nullable String failure) {}
