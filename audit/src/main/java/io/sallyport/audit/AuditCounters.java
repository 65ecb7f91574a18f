package io.sallyport.audit;

import org.jspecify.annotations.Nullable;

/**
 * The state of a log, for metrics.
 *
 * @param written records that the sink holds as lines of their own
 * @param folded refusals that were counted instead of written
 * @param lost records that were dropped for lack of room
 * @param queuedRecords records accepted and not yet written
 * @param queuedBytes their estimated size in memory
 * @param lagNanos how long the oldest queued record has waited to be written, or 0 if none is queued
 * @param failure why the sink fails, in a few words without a path, or null while it works
 */
public record AuditCounters(
        long written,
        long folded,
        long lost,
        int queuedRecords,
        long queuedBytes,
        long lagNanos,
        @Nullable String failure) {}
