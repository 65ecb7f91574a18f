package io.sallyport.cli.summary;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.cli.command.ForwardingAuditLog;
import io.sallyport.cli.learn.LearningLog;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RequestKind;
import java.time.Instant;

/** Counts the requests of a run, and passes all records on. Safe for concurrent use. */
final class SummaryLog extends ForwardingAuditLog {
    private final SeenRequests seen;

    /** @param log receives every record */
    SummaryLog(AuditLog log, SeenRequests seen) {
        super(log);
        this.seen = seen;
    }

    @Override
    protected void see(AuditEvent record) {
        boolean isEnd = record instanceof AuditEvent.EndEvent && record.reason().refusesAtTheEnd();
        if (record instanceof AuditEvent.RequestEvent || isEnd) {
            count(record);
        }
    }

    private void count(AuditEvent record) {
        CanonicalRequest request = LearningLog.request(record);
        if (request != null) {
            boolean isOpened = request.kind() == RequestKind.CONNECT
                    && Boolean.TRUE.equals(record.request().inspected());
            Instant time = Instant.ofEpochMilli(record.facts().timeMillis());
            seen.saw(request, record.verdict(), record.reason(), isOpened, 1, time);
        }
    }
}
