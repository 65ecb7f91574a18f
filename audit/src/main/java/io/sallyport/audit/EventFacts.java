package io.sallyport.audit;

import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Reported;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.answer.Objection;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.trace.TraceContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts common to every {@link AuditEvent}. A fact that is null or -1 is unknown and omitted from the line. Never
 * holds a secret. Immutable.
 *
 * @param timeMillis when the request was read: wall clock, milliseconds since the epoch
 * @param labels of the sandbox that records bear
 * @param generation of the policy that decided, or -1
 * @param guardrails the epoch of the guardrails that the policy holds, or -1
 * @param revision of the bundle that the guardrails came in
 * @param dialect in which the network policy was read; absent if strictly
 * @param lease the id of the lease that binds the sandbox
 * @param rule the rule that decided; for a call of the control API, {@code role:} and the caller's role
 * @param reported what rules in report mode say
 * @param pattern the granted pattern, as written, that covers the request
 * @param objections every reason for the refusal; empty if allowed
 * @param status the HTTP status that the client saw, or 0 if none
 * @param wouldDeny whether the request is refused once {@code mode} is {@code enforce}
 * @param findings the secrets found in the request, without their values
 * @param durationMicros elapsed time, or -1 if unknown
 * @param source where the connection came from, if that says more than the sandbox
 * @param credentials names of the credentials that the request was sent with; empty if there were none
 * @param diagnosis what is wrong with the client's setup
 * @param trace the span of the request in a trace; the line holds the id of the trace
 * @param detail more for operators, such as the cause of a failed dial
 */
public record EventFacts(
        String auditId,
        long timeMillis,
        @Nullable String sandbox,
        @Nullable String run,
        Map<String, String> labels,
        long generation,
        long guardrails,
        @Nullable String revision,
        @Nullable String dialect,
        @Nullable String lease,
        ReasonCode reason,
        @Nullable String rule,
        Reported reported,
        @Nullable String pattern,
        List<Objection> objections,
        int status,
        Mode mode,
        boolean wouldDeny,
        List<FoundSecret> findings,
        long durationMicros,
        @Nullable ConnectionSource source,
        List<String> credentials,
        @Nullable Diagnosis diagnosis,
        @Nullable TraceContext trace,
        @Nullable String detail) {

    /** Returns the same facts with labels and a span in place of those there. */
    EventFacts with(Map<String, String> borne, @Nullable TraceContext span) {
        return new EventFacts(
                auditId,
                timeMillis,
                sandbox,
                run,
                borne,
                generation,
                guardrails,
                revision,
                dialect,
                lease,
                reason,
                rule,
                reported,
                pattern,
                objections,
                status,
                mode,
                wouldDeny,
                findings,
                durationMicros,
                source,
                credentials,
                diagnosis,
                span,
                detail);
    }

    /** Returns the facts of the first refusal that a line about several refusals repeats. */
    EventFacts withoutRequest() {
        return new EventBuilder(auditId, timeMillis)
                .sandbox(sandbox, run, -1)
                .mode(mode, wouldDeny)
                .diagnosis(diagnosis)
                .facts(reason, status)
                .with(labels, null);
    }

    /** Returns the rule that the line names: the first that would have refused, else the one that decided. */
    @Nullable
    String namedRule() {
        return wouldDeny && reported.wouldDeny() ? reported.denies().getFirst().rule() : rule;
    }

    AuditVerdict verdict() {
        return mode == Mode.REPORT && wouldDeny ? AuditVerdict.ALLOW : reason.verdict();
    }
}
