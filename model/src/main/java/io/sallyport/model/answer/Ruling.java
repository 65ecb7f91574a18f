package io.sallyport.model.answer;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Inquiry;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.SkillNote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one question of the decision API: its answer and its record are written from this.
 *
 * @param auditId names the record; the specs call it {@code decision_id}
 * @param timeMillis wall clock, milliseconds since the epoch
 * @param generation of the policy it was judged under
 * @param inquiry null where the question could not be read
 * @param kind what it is about; null where that could not be read either
 * @param skill on whose behalf, as it was claimed; or null
 * @param hint what would help, safe to show; or null
 * @param allowed patterns that are granted, nearest first
 * @param durationMicros elapsed
 * @param grounds what the decision rests on
 * @param note of the skill, where it is known; or null
 * @param retryAfterMillis when to ask again, where that helps; 0 else
 */
public record Ruling(
        String auditId,
        long timeMillis,
        SandboxId sandbox,
        @Nullable String run,
        Phase phase,
        long generation,
        @Nullable Inquiry inquiry,
        @Nullable RequestKind kind,
        @Nullable String skill,
        Decision decision,
        @Nullable String hint,
        List<String> allowed,
        long durationMicros,
        DecisionGrounds grounds,
        @Nullable SkillNote note,
        long retryAfterMillis) {
    public Ruling {
        allowed = List.copyOf(allowed);
    }

    /** One on nobody's behalf. */
    public Ruling(
            String auditId,
            long timeMillis,
            SandboxId sandbox,
            @Nullable String run,
            Phase phase,
            long generation,
            @Nullable Inquiry inquiry,
            @Nullable RequestKind kind,
            @Nullable String skill,
            Decision decision,
            @Nullable String hint,
            List<String> allowed,
            long durationMicros,
            DecisionGrounds grounds) {
        this(
                auditId,
                timeMillis,
                sandbox,
                run,
                phase,
                generation,
                inquiry,
                kind,
                skill,
                decision,
                hint,
                allowed,
                durationMicros,
                grounds,
                null,
                0);
    }

    public boolean isAllowed() {
        return decision instanceof Decision.Allow;
    }

    /** The HTTP status of its answer, where it is the only one. An expired lease is no matter of proxy credentials here. */
    public int status() {
        if (isAllowed()) {
            return 200;
        }
        return decision.reason() == ReasonCode.LEASE_EXPIRED
                ? 403
                : decision.reason().status();
    }

    /** The one refusal body of every door; null where it is allowed. */
    public @Nullable Refusal refusal() {
        return decision instanceof Decision.Deny deny ? refusal(deny) : null;
    }

    Refusal refusal(Decision.Deny deny) {
        Refusal.Asked asked = inquiry != null && inquiry.question() instanceof CanonicalRequest request
                ? Refusal.Asked.of(request)
                : Refusal.Asked.UNKNOWN;
        Refusal refusal = Refusal.of(deny, asked, allowed, auditId).on(grounds).withStatus(status());
        return hint == null ? refusal : refusal.withHint(hint);
    }
}
