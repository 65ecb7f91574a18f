package io.sallyport.proxy.enforce;

import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.egress.address.AddressExceptions;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.answer.RefusalHint;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.message.Inquiry;
import io.sallyport.proxy.enforce.own.RecentRefusals;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words refusals, and keeps the last of each sandbox for it to read. Safe for concurrent use. */
record RefusalTexts(RecentRefusals denials) {
    private static final String WAIVER =
            "the operator can admit the address under egress.allow_addresses, or the name alone under egress.hosts";

    /** One of the checks refused. */
    Refusal denied(AuditDraft draft, Judging.Refused refused, ProxiedRequest asked) {
        Decision.Deny deny = refused.decision();
        // A rule with NO_GRANT is an ancestor's: what the sandbox itself is granted would not help.
        boolean ownGrants = deny.reason() == ReasonCode.NO_GRANT && deny.rule() == null;
        List<String> allowed =
                ownGrants ? asked.policies().own().nearest(asked.request(), Refusal.MAX_ALLOWED) : List.of();
        DecisionGrounds grounds = asked.policies().grounds(refused, asked.request(), asked);
        Refusal refusal =
                Refusal.of(deny, asked(draft), allowed, draft.auditId()).on(grounds);
        String hint = ownGrants ? hintWithoutGrant(draft, asked) : hint(deny.reason(), asked);
        return noted(draft, hint == null ? refusal : refusal.withHint(hint));
    }

    /** What helps where no grant covers the request: its client may not be set up as it has to be. */
    private static String hintWithoutGrant(AuditDraft draft, ProxiedRequest asked) {
        Diagnosis diagnosis = draft.diagnose(ReasonCode.NO_GRANT, null);
        return diagnosis == null
                ? RefusalHint.withoutGrant(asked.request(), asked.policies().lease() != null)
                : diagnosis.sentence();
    }

    private static @Nullable String hint(ReasonCode reason, ProxiedRequest asked) {
        return switch (reason) {
            case CREDENTIAL_UNRESOLVED, FOREIGN_CREDENTIAL, SIGNING_REFUSED -> asked.hintOfCredentials();
            default -> null;
        };
    }

    /** A rule refused a message of the WebSocket that the draft's request opened. */
    Refusal ofMessage(AuditDraft draft, Decision.Deny deny) {
        Refusal refusal = Refusal.of(deny, asked(draft), List.of(), draft.auditId());
        PolicyChain policies = draft.policies();
        return noted(draft, policies == null ? refusal : refusal.on(policies.grounds(deny.reason(), draft.request())));
    }

    /** Anything else; {@code why} is safe to show, or null where the reason says all. */
    Refusal of(AuditDraft draft, ReasonCode reason, @Nullable String why) {
        String hint = why == null ? hint(draft, reason) : why;
        PolicyChain policies = draft.policies();
        DecisionGrounds grounds = policies == null
                ? DecisionGrounds.of(null, reason, draft.request())
                : policies.grounds(reason, draft.request());
        Refusal refusal = Refusal.of(reason, asked(draft), draft.auditId()).on(grounds);
        return noted(draft, hint == null ? refusal : refusal.withHint(hint));
    }

    private static @Nullable String hint(AuditDraft draft, ReasonCode reason) {
        InetSocketAddress address = draft.address();
        boolean waivable =
                reason == ReasonCode.ADDRESS_REFUSED && address != null && AddressExceptions.help(address.getAddress());
        Diagnosis diagnosis = draft.diagnosis();
        String made = diagnosis == null ? null : diagnosis.sentence();
        return waivable ? WAIVER : made;
    }

    /** A question of the sandbox's was ruled on; one that was only tried out is no refusal. */
    void ruled(Ruling ruling) {
        Inquiry inquiry = ruling.inquiry();
        if (ruling.decision() instanceof Decision.Deny deny && (inquiry == null || !inquiry.dryRun())) {
            denials.note(
                    ruling.sandbox(), new RecentRefusals.Entry(ruling.timeMillis(), ruling.refusal(deny), null, 1));
        }
    }

    private Refusal noted(AuditDraft draft, Refusal whole) {
        // A client that is told 407 sends its credentials again, where it has been asked for any.
        Refusal refusal =
                whole.reason() == ReasonCode.LEASE_EXPIRED && !draft.isByCredentials() ? whole.withStatus(403) : whole;
        draft.refused(refusal.grounds());
        PolicyChain policies = draft.policies();
        if (policies != null) {
            denials.note(
                    policies.sandbox().id(),
                    new RecentRefusals.Entry(draft.timeMillis(), refusal, draft.diagnosis(), 1));
        }
        return refusal;
    }

    private static Refusal.Asked asked(AuditDraft draft) {
        CanonicalRequest request = draft.request();
        return request == null ? new Refusal.Asked(null, null, draft.method(), null) : Refusal.Asked.of(request);
    }
}
