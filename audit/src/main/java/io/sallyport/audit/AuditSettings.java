package io.sallyport.audit;

import java.time.Duration;

/**
 * The bounds of an {@link JsonLinesLog} and what it does when it cannot write.
 *
 * @param maxQueuedRecords records taken and not yet written
 * @param maxQueuedBytes their size in memory, estimated
 * @param retryEvery between two attempts at a sink that fails
 * @param tellWaitersAfter how long a record may wait for a failing sink before its waiter is told false
 * @param closeWithin how long closing may take to write what is held
 */
public record AuditSettings(
        int maxQueuedRecords,
        long maxQueuedBytes,
        OnFailure onFailure,
        Sync sync,
        Duration retryEvery,
        Duration tellWaitersAfter,
        Duration closeWithin,
        FoldSettings folding) {
    /** What happens to traffic while records cannot be written. */
    public enum OnFailure {
        /** Nothing is let through that would not be recorded. */
        REFUSE,
        /** Traffic goes on; what no longer fits is counted as lost. */
        CONTINUE
    }

    /** When the file is forced to the disk. */
    public enum Sync {
        /** At close and at a reopen: a record survives a crash of the gateway, the last seconds may not survive one of the machine. */
        ON_CLOSE,
        /** After each batch, before its waiters are told. */
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
            FoldSettings.DEFAULTS);

    public AuditSettings {
        FoldSettings.requirePositive("maxQueuedRecords", maxQueuedRecords);
        FoldSettings.requirePositive("maxQueuedBytes", maxQueuedBytes);
        FoldSettings.requirePositive("retryEvery", retryEvery.toNanos());
        FoldSettings.requirePositive("tellWaitersAfter", tellWaitersAfter.toNanos());
        FoldSettings.requirePositive("closeWithin", closeWithin.toNanos());
    }

    public AuditSettings withOnFailure(OnFailure onFailure) {
        return new AuditSettings(
                maxQueuedRecords, maxQueuedBytes, onFailure, sync, retryEvery, tellWaitersAfter, closeWithin, folding);
    }

    public AuditSettings withSync(Sync sync) {
        return new AuditSettings(
                maxQueuedRecords, maxQueuedBytes, onFailure, sync, retryEvery, tellWaitersAfter, closeWithin, folding);
    }

    public AuditSettings withFolding(FoldSettings folding) {
        return new AuditSettings(
                maxQueuedRecords, maxQueuedBytes, onFailure, sync, retryEvery, tellWaitersAfter, closeWithin, folding);
    }
}
