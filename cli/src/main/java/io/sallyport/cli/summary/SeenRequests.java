package io.sallyport.cli.summary;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.audit.recorded.RecordedVerdict;
import io.sallyport.control.replay.RecordSink;
import io.sallyport.leasebridge.learn.Observed;
import io.sallyport.leasebridge.learn.ObservedTraffic;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.RequestKind;
import io.sallyport.model.host.GatewayNames;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts requests by what became of them: what was reached by host, what was refused by method, URL and reason. What is
 * for the gateway itself is left out. Safe for concurrent use.
 */
public final class SeenRequests implements RecordSink {
    /** Rows of each table; requests beyond are counted together. */
    static final int MAX_ROWS = 200;

    private final Map<String, Long> reached = new LinkedHashMap<>();
    private final Map<Refused, Long> refused = new LinkedHashMap<>();
    private final ObservedTraffic wanted = new ObservedTraffic();
    private long reachedBeyond;
    private long refusedBeyond;

    /**
     * A request that was refused or failed.
     *
     * @param asked method and URL
     */
    record Refused(String asked, ReasonCode reason) {}

    /** What was counted, in the order in which it came. */
    record Counted(
            Map<String, Long> reached,
            long reachedBeyond,
            Map<Refused, Long> refused,
            long refusedBeyond,
            Observed wanted) {}

    /**
     * Counts one request.
     *
     * @param isOpened whether it is a tunnel whose requests come one by one
     * @param count of requests that it stands for
     */
    public synchronized void saw(
            CanonicalRequest request,
            AuditVerdict verdict,
            ReasonCode reason,
            boolean isOpened,
            long count,
            Instant time) {
        if (reason == ReasonCode.GATEWAY_OWN
                || GatewayNames.isOwn(request.host().text())) {
            return;
        }
        if (verdict != AuditVerdict.ALLOW) {
            refused(request, reason, count, time);
        } else if (!isOpened) {
            String origin = request.scheme().word() + "://" + request.authority();
            reachedBeyond += added(reached, origin, count);
        }
    }

    private void refused(CanonicalRequest request, ReasonCode reason, long count, Instant time) {
        String method = request.method() == null ? "CONNECT" : request.method();
        refusedBeyond += added(refused, new Refused(method + " " + request.target(), reason), count);
        if (reason == ReasonCode.NO_GRANT) {
            wanted.wanted(request, List.of(), time);
        }
    }

    /** Returns what did not fit. */
    private static <K> long added(Map<K, Long> counts, K key, long count) {
        if (!counts.containsKey(key) && counts.size() >= MAX_ROWS) {
            return count;
        }
        counts.merge(key, count, Long::sum);
        return 0;
    }

    /** Returns what was counted so far. */
    synchronized Counted counted() {
        return new Counted(
                new LinkedHashMap<>(reached),
                reachedBeyond,
                new LinkedHashMap<>(refused),
                refusedBeyond,
                wanted.observed());
    }

    @Override
    public void line() {}

    @Override
    public void unreadable() {}

    @Override
    public void unjudged(String kind) {}

    @Override
    public void judged(Judged record) {
        if (record.question() instanceof CanonicalRequest request && request.kind() != RequestKind.FETCH) {
            boolean isOpened = request.kind() == RequestKind.CONNECT && !record.isOpaque();
            AuditVerdict verdict = record.verdict() == RecordedVerdict.ALLOWED
                    ? AuditVerdict.ALLOW
                    : record.reason().verdict();
            saw(request, verdict, record.reason(), isOpened, record.count(), record.time());
        }
    }
}
