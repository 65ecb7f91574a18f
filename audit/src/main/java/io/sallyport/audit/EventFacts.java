package io.sallyport.audit;

import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.answer.Objection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every {@link AuditEvent} says, whatever its kind. A fact that is null, or -1, is not known and stands in no line.
 * Never a secret. Immutable.
 *
 * @param timeMillis wall clock, milliseconds since the epoch: when the request was read
 * @param generation of the policy that judged, or -1
 * @param lease the id of the lease that binds the sandbox
 * @param rule that decided; for a call of the control API {@code role:} and the caller's role
 * @param pattern the granted pattern, as written, that covers what was asked
 * @param objections every reason against it, where it was refused
 * @param status the HTTP status that the client saw, 0 where none
 * @param wouldDeny whether it is refused once {@code mode} is {@code enforce}
 * @param durationMicros elapsed, -1 where not known
 * @param detail more for operators, such as the cause of a failed dial
 */
public record EventFacts(
        String auditId,
        long timeMillis,
        @Nullable String sandbox,
        @Nullable String run,
        long generation,
        @Nullable String lease,
        ReasonCode reason,
        @Nullable String rule,
        @Nullable String pattern,
        List<Objection> objections,
        int status,
        Mode mode,
        boolean wouldDeny,
        long durationMicros,
        @Nullable String detail) {

    /** What a line about several refusals repeats of the first. */
    EventFacts withoutRequest() {
        return new EventBuilder(auditId, timeMillis)
                .sandbox(sandbox, run, -1)
                .mode(mode, wouldDeny)
                .facts(reason, status);
    }

    AuditVerdict verdict() {
        return mode == Mode.REPORT && wouldDeny ? AuditVerdict.ALLOW : reason.verdict();
    }
}
