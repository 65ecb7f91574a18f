package io.sallyport.audit;

import io.sallyport.audit.segment.SegmentSettings;
import java.time.Duration;

/**
 * The limits of a {@link JsonLinesLog} and its behaviour when it cannot write.
 *
 * @param maxQueuedRecords records accepted and not yet written
 * @param maxQueuedBytes their estimated size in memory
 * @param retryEvery the time between two attempts to write to a failing sink
 * @param tellWaitersAfter how long a record may wait for a failing sink before its callback receives false
 * @param closeWithin how long closing may take to write what is queued
 * @param segments when the file is closed and another one begun
 * @param redaction what records do not say
 */
public record AuditSettings(
        int maxQueuedRecords,
        long maxQueuedBytes,
        OnFailure onFailure,
        Sync sync,
        Duration retryEvery,
        Duration tellWaitersAfter,
        Duration closeWithin,
        FoldSettings folding,
        SegmentSettings segments,
        RecordRedaction redaction) {
    /** What happens to traffic while records cannot be written. */
    public enum OnFailure {
        /** Refuses requests that would not be recorded. */
        REFUSE,
        /** Lets traffic go on; records that do not fit are counted as lost. */
        CONTINUE
    }

    /** When the file is forced to disk. */
    public enum Sync {
        /**
         * On close and reopen. A record survives a crash of the gateway; a crash of the machine may lose the last
         * seconds.
         */
        ON_CLOSE,
        /** After each batch, before its callbacks run. */
        EACH_BATCH
    }

    public static final AuditSettings DEFAULTS = new AuditSettings(
            65_536,
            32L << 20,
            OnFailure.REFUSE,
            Sync.ON_CLOSE,
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            FoldSettings.DEFAULTS,
            SegmentSettings.NONE,
            RecordRedaction.NONE);

    public AuditSettings {
        FoldSettings.requirePositive("maxQueuedRecords", maxQueuedRecords);
        FoldSettings.requirePositive("maxQueuedBytes", maxQueuedBytes);
        FoldSettings.requirePositive("retryEvery", retryEvery.toNanos());
        FoldSettings.requirePositive("tellWaitersAfter", tellWaitersAfter.toNanos());
        FoldSettings.requirePositive("closeWithin", closeWithin.toNanos());
    }

    public AuditSettings withOnFailure(OnFailure onFailure) {
        return new AuditSettings(
                maxQueuedRecords,
                maxQueuedBytes,
                onFailure,
                sync,
                retryEvery,
                tellWaitersAfter,
                closeWithin,
                folding,
                segments,
                redaction);
    }

    public AuditSettings withSync(Sync sync) {
        return new AuditSettings(
                maxQueuedRecords,
                maxQueuedBytes,
                onFailure,
                sync,
                retryEvery,
                tellWaitersAfter,
                closeWithin,
                folding,
                segments,
                redaction);
    }

    public AuditSettings withFolding(FoldSettings folding) {
        return new AuditSettings(
                maxQueuedRecords,
                maxQueuedBytes,
                onFailure,
                sync,
                retryEvery,
                tellWaitersAfter,
                closeWithin,
                folding,
                segments,
                redaction);
    }

    public AuditSettings withSegments(SegmentSettings segments) {
        return new AuditSettings(
                maxQueuedRecords,
                maxQueuedBytes,
                onFailure,
                sync,
                retryEvery,
                tellWaitersAfter,
                closeWithin,
                folding,
                segments,
                redaction);
    }

    public AuditSettings withRedaction(RecordRedaction redaction) {
        return new AuditSettings(
                maxQueuedRecords,
                maxQueuedBytes,
                onFailure,
                sync,
                retryEvery,
                tellWaitersAfter,
                closeWithin,
                folding,
                segments,
                redaction);
    }
}
