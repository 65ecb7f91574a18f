package io.sallyport.audit;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts refusals alike beyond a rate, so that a flood fills neither the log nor the share of others. Windows end only
 * when the writer collects them: while the sink fails, counts grow instead of memory. Safe for concurrent use.
 */
final class RefusalFolding {
    /** No sandbox id is empty: this is the share of those who are nobody. */
    private static final String NOBODY = "";

    private final ConcurrentHashMap<String, FoldShare> shares = new ConcurrentHashMap<>();
    private final FoldSettings settings;

    RefusalFolding(FoldSettings settings) {
        this.settings = settings;
    }

    /** Whether {@code record} is to be written whole; otherwise it was counted. */
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
     * the rest are there at the next call. Called by the writer only.
     *
     * @param atOnce whether windows that still run are over too
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
