package io.sallyport.proxy.relay;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.relay.message.RequestRelay;
import org.jspecify.annotations.Nullable;

/**
 * What the log says of one forwarded request: one line once it is over, or, of a stream, one before its first byte goes
 * out and another at its end. Confined to its event loop.
 */
final class ExchangeRecord {
    private final Worker worker;
    private final AuditDraft draft;
    private final RequestRelay upload;
    private final ResponseRelay response;
    private boolean streams;
    private boolean waits;

    ExchangeRecord(Worker worker, AuditDraft draft, RequestRelay upload, ResponseRelay response) {
        this.worker = worker;
        this.draft = draft;
        this.upload = upload;
        this.response = response;
    }

    /** Records that a stream begins; its first bytes wait for {@code written}. */
    void begin(AuditLog.Written written) {
        streams = true;
        waits = true;
        worker.append(worker.record(draft, ReasonCode.GRANTED, response.status(), -1, -1, null), inSink -> {
            waits = false;
            written.ended(inSink);
        });
    }

    /** Whether it is a stream whose beginning is recorded, or is about to be. */
    boolean streams() {
        return streams;
    }

    /** Whether the first bytes of a stream wait for its record. */
    boolean waits() {
        return waits;
    }

    /** Bytes that have passed in both directions. */
    long passed() {
        return upload.bytes() + response.bytes();
    }

    /** The line that is still to be written. */
    AuditEvent last(ReasonCode reason, @Nullable String detail) {
        return streams
                ? worker.end(draft, reason, upload.bytes(), response.bytes(), detail)
                : worker.record(draft, reason, response.status(), upload.bytes(), response.bytes(), detail);
    }
}
