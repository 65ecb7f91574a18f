package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.EventFacts;
import io.sallyport.audit.RequestPart;
import io.sallyport.audit.rules.CandidateCounts;
import io.sallyport.control.calls.TrialCounts;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;

/** Counts, from the records of sandboxes that have a candidate, what that would have decided otherwise. */
record CandidateTallies(CandidateCounts counts, InstantSource wall) implements TrialCounts {
    @Override
    public void begin(SandboxId sandbox) {
        counts.begin(sandbox.text(), wall.millis());
    }

    @Override
    public void forget(SandboxId sandbox) {
        counts.end(sandbox.text());
    }

    /** Counts one request or question; a dry run is none. */
    void add(AuditEvent event) {
        String sandbox = event.facts().sandbox();
        if (sandbox == null || !counts.isCounting(sandbox)) {
            return;
        }
        if (isAsked(event)) {
            counts.count(sandbox, asked(event));
        } else if (event instanceof AuditEvent.EndEvent && event.verdict() != AuditVerdict.ALLOW) {
            counts.countLater(sandbox, asked(event));
        }
    }

    private static CandidateCounts.Asked asked(AuditEvent event) {
        EventFacts facts = event.facts();
        RequestPart request = event.request();
        return new CandidateCounts.Asked(
                facts.auditId(),
                facts.timeMillis(),
                event.verdict() == AuditVerdict.ALLOW,
                facts.reported(),
                request.host(),
                request.method(),
                request.path(),
                facts.rule());
    }

    private static boolean isAsked(AuditEvent event) {
        return switch (event) {
            case AuditEvent.RequestEvent _, AuditEvent.FetchEvent _ -> true;
            case AuditEvent.QuestionEvent question -> !question.question().dryRun();
            case AuditEvent.ModelEvent model -> !model.isEnd();
            case AuditEvent.NameEvent _, AuditEvent.EndEvent _, AuditEvent.ChangeEvent _ -> false;
        };
    }
}
