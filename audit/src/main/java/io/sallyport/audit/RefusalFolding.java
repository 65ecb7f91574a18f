package io.sallyport.audit;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts similar refusals beyond a rate, so that a flood fills neither the log nor the shares of others. A window ends
 * only when the writer collects it: while the sink fails, counts grow instead of memory. Safe for concurrent use.
 */
final class RefusalFolding {
    /** The share of peers without an identity; no sandbox id is empty. */
    private static final String NOBODY = "";

    private final ConcurrentHashMap<String, FoldShare> shares = new ConcurrentHashMap<>();
    private final FoldSettings settings;

    RefusalFolding(FoldSettings settings) {
        this.settings = settings;
    }

    /** Returns whether {@code record} must be written; if not, it was counted. */
    boolean isWhole(AuditEvent record, long nowNanos) {
        return take(record, nowNanos, true) == FoldShare.Taken.WHOLE;
    }

    /** Counts {@code record}, for which there was no room. */
    void count(AuditEvent record, long nowNanos) {
        take(record, nowNanos, false);
    }

    private FoldShare.Taken take(AuditEvent record, long nowNanos, boolean mayBeWhole) {
        while (true) {
            FoldShare share = shareOf(record);
            FoldShare.Taken taken = share.take(record, nowNanos, mayBeWhole);
            if (taken != FoldShare.Taken.RETIRED) {
                return taken;
            }
            shares.remove(share.name(), share);
        }
    }

    private FoldShare shareOf(AuditEvent record) {
        String sandbox = record.sandbox();
        String name = sandbox == null ? NOBODY : sandbox;
        FoldShare known = shares.get(name);
        if (known != null) {
            return known;
        }
        String counted = shares.size() < settings.maxShares() ? name : NOBODY;
        return shares.computeIfAbsent(counted, made -> new FoldShare(made, settings));
    }

    /**
     * Adds the counts of windows that are over to {@code to}, share by share, until it holds {@code maxLines} or more;
     * the next call returns the rest. Called by the writer only.
     *
     * @param atOnce whether to end open windows too
     */
    void collect(long nowNanos, boolean atOnce, List<LogLine> to, int maxLines) {
        for (FoldShare share : shares.values()) {
            if (to.size() >= maxLines) {
                return;
            }
            if (share.collect(nowNanos, atOnce, to)) {
                shares.remove(share.name(), share);
            }
        }
    }

    int shares() {
        return shares.size();
    }
}
