package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.SpokenVerdict;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.telemetry.OpenTunnels;
import org.jspecify.annotations.Nullable;

/**
 * A tunnel that was let through and recorded; its end is recorded once, however it comes. Confined to its event loop.
 */
final class OpenTunnel {
    private static final long NOT_COUNTED = -1;

    private final Worker worker;
    private final AuditDraft draft;
    private AllowedRequest passage;
    private @Nullable String why;
    private final OpenTunnels.Entry entry;
    private boolean ended;

    OpenTunnel(Worker worker, AuditDraft draft, AllowedRequest passage) {
        this.worker = worker;
        this.draft = draft;
        this.passage = passage;
        entry = worker.gate()
                .meter()
                .tunnelOpened(new OpenTunnels.Start(
                        passage.sandbox().id(),
                        draft.auditId(),
                        passage.request().target(),
                        draft.timeMillis(),
                        passage.policies().own().generation()));
        entry.inspected(passage.isInspected());
    }

    /** Notes the bytes that it has carried, for whoever asks. */
    void carried(long in, long out) {
        entry.carried(in, out);
    }

    /** The CONNECT and what it rests on. */
    AllowedRequest passage() {
        return passage;
    }

    /**
     * From now on the gateway looks inside, which the record of its CONNECT denied: the end says so, and {@code why}.
     */
    void lookInto(String reason) {
        why = reason;
        passage = passage.lookedInto();
        entry.inspected(true);
        draft.inspected(true);
    }

    /** Whether the client may speak that; the tunnel then rests on what grants it. */
    Verdict speaks(Scheme scheme, @Nullable ClientHello hello) {
        return switch (worker.gate().path().ongoing().spoken(draft, passage, scheme, hello)) {
            case SpokenVerdict.Refused(ReasonCode reason) -> Verdict.refuse(reason);
            case SpokenVerdict.Passes(AllowedRequest tunnel) -> {
                passage = tunnel;
                yield Verdict.PASS;
            }
        };
    }

    /** Records the end of a tunnel whose bytes were not carried as such: requests inside have records of their own. */
    void end(ReasonCode reason, @Nullable String detail) {
        end(reason, NOT_COUNTED, NOT_COUNTED, detail);
    }

    /** Records the end; later ends are no news. */
    void end(ReasonCode reason, long bytesIn, long bytesOut, @Nullable String detail) {
        if (!ended) {
            ended = true;
            worker.gate().meter().tunnelEnded(entry);
            worker.append(worker.end(draft, reason, bytesIn, bytesOut, explained(detail)));
        }
    }

    private @Nullable String explained(@Nullable String detail) {
        if (why == null || detail == null) {
            return why == null ? detail : why;
        }
        return why + "; " + detail;
    }
}
