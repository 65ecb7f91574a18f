package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.ChangeKind;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.ReasonCode;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the guardrails of a start, and what became of the operator's when they were read again: in the audit log with
 * kind {@code policy} and the source as the rule, and in the program's log. Neither holds Rego or lists beyond the
 * first line of a diagnostic. Safe for concurrent use.
 */
record GuardrailsRecords(AuditLog audit, InstantSource clock) {
    /** Limit of a reason, in chars. */
    static final int MAX_REASON = 300;

    private static final String START = "start";

    private static final Logger LOG = LoggerFactory.getLogger(GuardrailsRecords.class);

    void answered(ChangeOrigin source, GuardrailsAnswer answer) {
        switch (answer) {
            case GuardrailsAnswer.InForce inForce -> {
                LOG.info("guardrails read again: in force, {}", detail(inForce));
                record(source.source(), ReasonCode.GRANTED, detail(inForce));
            }
            case GuardrailsAnswer.Refused(var diagnostics) ->
                refused(source, ReasonCode.DOCUMENT_REFUSED, first(diagnostics));
            case GuardrailsAnswer.Unavailable(var why) -> refused(source, ReasonCode.INTERNAL_ERROR, why);
            case GuardrailsAnswer.Pending _,
                    GuardrailsAnswer.Full _,
                    GuardrailsAnswer.MovedOn _,
                    GuardrailsAnswer.Unknown _,
                    GuardrailsAnswer.OtherCandidate _,
                    GuardrailsAnswer.NoCandidate _,
                    GuardrailsAnswer.Configured _ -> failed(source);
        }
    }

    /** Records the set that a start puts in force, if there ever was one. */
    void started(GuardrailsView view) {
        if (view.epoch() > 0) {
            record(START, ReasonCode.GRANTED, named(view));
        }
    }

    /** Records that a start forgets a change that waited: nothing waits for approval any more. */
    void forgotten(PendingChange change) {
        record(
                START,
                ReasonCode.STATE_CONFLICT,
                "approvals are not configured any more: forgotten: " + change.summary());
    }

    /** Records that nobody approved a change in its time. */
    void expired(PendingChange change) {
        record("approvals", ReasonCode.STATE_CONFLICT, "expired: " + change.summary());
    }

    /** Records that the source could not be read. */
    void unreadable(ChangeOrigin source, String why) {
        refused(source, ReasonCode.DOCUMENT_REFUSED, why);
    }

    /** Records a fault of the gateway. */
    void failed(ChangeOrigin source) {
        refused(source, ReasonCode.INTERNAL_ERROR, "the gateway failed");
    }

    private void refused(ChangeOrigin source, ReasonCode reason, String why) {
        String shown = bounded(why);
        LOG.error("guardrails read again: refused, those in force stay: {}", shown);
        record(source.source(), reason, shown);
    }

    private void record(String source, ReasonCode reason, String detail) {
        audit.append(AuditEvent.begin(audit.nextId(), clock.millis())
                .sandbox(null, null, -1)
                .rule("source:" + source)
                .detail(detail)
                .change(ChangeKind.POLICY, reason, 0));
    }

    private static String detail(GuardrailsAnswer.InForce inForce) {
        return named(inForce.view()) + ", sandboxes refused: "
                + inForce.refusedSandboxes().size() + (inForce.durable() ? "" : ", not written");
    }

    private static String named(GuardrailsView view) {
        return "epoch " + view.epoch() + ", digest " + view.digest()
                + (view.revision() == null ? "" : ", revision " + view.revision());
    }

    private static String first(List<Diagnostic> diagnostics) {
        return diagnostics.isEmpty() ? "refused" : diagnostics.getFirst().toString();
    }

    /** Returns the first line of {@code text}, shortened. */
    static String bounded(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + "...";
    }
}
