package io.sallyport.model.answer;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.SkillNote;
import io.sallyport.model.message.Inquiry;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one question of the decision API, from which its answer and its record are written.
 *
 * @param auditId the id of the record; the specs call it {@code decision_id}
 * @param timeMillis wall clock, milliseconds since the epoch
 * @param generation generation of the policy that judged it
 * @param guardrails those that the policy holds
 * @param inquiry null if the question could not be parsed
 * @param kind the kind of question; null if that could not be parsed either
 * @param skill the skill that the caller claims to act for, or null
 * @param hint what would help, safe to show; or null
 * @param allowed granted patterns, nearest first
 * @param durationMicros elapsed time
 * @param grounds the grounds of the decision
 * @param note facts about the skill if it is known; or null
 * @param found the secrets that were found in the request of the question
 * @param retryAfterMillis when to ask again; 0 if that does not help
 */
public record Ruling(
        String auditId,
        long timeMillis,
        SandboxId sandbox,
        @Nullable String run,
        Phase phase,
        long generation,
        GuardrailsVersion guardrails,
        @Nullable Inquiry inquiry,
        @Nullable RequestKind kind,
        @Nullable String skill,
        Decision decision,
        @Nullable String hint,
        List<String> allowed,
        long durationMicros,
        DecisionGrounds grounds,
        @Nullable SkillNote note,
        List<FoundSecret> found,
        long retryAfterMillis) {
    public Ruling {
        allowed = List.copyOf(allowed);
        found = List.copyOf(found);
    }

    public boolean isAllowed() {
        return decision instanceof Decision.Allow;
    }

    /**
     * Returns the HTTP status of its answer if it is the only one. An expired lease is 403, since proxy credentials
     * play no role here.
     */
    public int status() {
        if (isAllowed()) {
            return 200;
        }
        return decision.reason() == ReasonCode.LEASE_EXPIRED
                ? 403
                : decision.reason().status();
    }

    /** Returns the refusal body for {@code deny}, its decision; all doors share the form. */
    public Refusal refusal(Decision.Deny deny) {
        Refusal.Asked asked = inquiry != null && inquiry.question() instanceof CanonicalRequest request
                ? Refusal.Asked.of(request)
                : Refusal.Asked.UNKNOWN;
        Refusal refusal = Refusal.of(deny, asked, allowed, auditId).on(grounds).withStatus(status());
        if (hint != null) {
            return refusal.withHint(hint);
        }
        boolean ownGrants = deny.reason() == ReasonCode.NO_GRANT && deny.rule() == null;
        return inquiry != null && ownGrants
                ? refusal.withHint(RefusalHint.withoutGrant(inquiry.question(), grounds.lease() != null))
                : refusal;
    }
}
