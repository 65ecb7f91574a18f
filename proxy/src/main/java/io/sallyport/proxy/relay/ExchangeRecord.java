package io.sallyport.proxy.relay;

import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditRecord;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.AuditDraft;
import org.jspecify.annotations.Nullable;

/**
 * What the log says of one forwarded request: one line once it is over, or, of a stream, one before its first byte goes
 * out and another at its end. Confined to its event loop.
 */
final class ExchangeRecord {
    private final Worker worker;
    private final AuditDraft draft;
    private boolean streams;

    ExchangeRecord(Worker worker, AuditDraft draft) {
        this.worker = worker;
        this.draft = draft;
    }

    /** Records that a stream begins with that status; its first bytes wait for {@code written}. */
    void begin(int status, AuditLog.Written written) {
        streams = true;
        worker.append(worker.record(draft, ReasonCode.GRANTED, status, -1, -1, null), written);
    }

    /** Whether it is a stream that has been recorded. */
    boolean streams() {
        return streams;
    }

    /** The line that is still to be written. */
    AuditRecord last(ReasonCode reason, int status, long bytesIn, long bytesOut, @Nullable String detail) {
        return streams
                ? worker.end(draft, reason, bytesIn, bytesOut, detail)
                : worker.record(draft, reason, status, bytesIn, bytesOut, detail);
    }
}
