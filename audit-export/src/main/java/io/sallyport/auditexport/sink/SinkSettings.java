package io.sallyport.auditexport.sink;

import java.time.Duration;

/**
 * The bounds of one sink. Immutable.
 *
 * @param name the operator's, as metrics and the position's file name it
 * @param batchRecords the most records of one batch, from 1
 * @param batchBytes their most bytes in the log, from 1; a longer record is a batch of its own
 * @param pause between two batches, so that one gathers
 * @param maxAge of records that are still delivered; older ones are skipped and counted
 * @param maxLagBytes on disk that wait; beyond, the oldest records are skipped and counted
 * @param firstRetry the pause before the first retry; doubled for each further one, less up to a half at random
 * @param lastRetry the most that pause grows to
 */
public record SinkSettings(
        String name,
        int batchRecords,
        int batchBytes,
        Duration pause,
        Duration maxAge,
        long maxLagBytes,
        Duration firstRetry,
        Duration lastRetry) {}
