package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicyChain;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.WebSocketMessage;

/**
 * A message of a WebSocket is judged as its handshake is, under the policies in force. What they attach to the
 * handshake was met there; what they attach to the message beside must be met for it.
 */
final class MessageRule {
    private MessageRule() {}

    /** Whether {@code message} may go on; notes in {@code draft} what rules in report mode say of it. */
    static Verdict judge(AuditDraft draft, AllowedRequest passage, WebSocketMessage message) {
        PolicyChain current = passage.policies().renewed();
        return switch (current.decide(passage.request(), message.after(passage.headers()))) {
            case Decision.Allow allow -> {
                draft.reportedOfMessage(allow.reported());
                yield met(current, passage, allow.obligations());
            }
            case Decision.Deny deny -> Verdict.Refuse.by(deny);
        };
    }

    /** Whether a rule speaks against what a message says, so that others may pass. */
    static boolean isOfMessage(ReasonCode reason) {
        return switch (reason) {
            case NO_GRANT, POLICY_DENY, GUARDRAIL, UNREADABLE -> true;
            default -> false;
        };
    }

    private static Verdict met(PolicyChain current, AllowedRequest passage, Obligations attached) {
        if (attached.equals(passage.obligations())) {
            return Verdict.PASS;
        }
        return switch (current.decide(passage.request(), passage.headers())) {
            case Decision.Allow handshake -> beside(handshake.obligations(), current, passage, attached);
            case Decision.Deny _ -> Verdict.refuse(ReasonCode.POLICY_CHANGED);
        };
    }

    /** A rate is taken for each message; nothing can be taken out of one, or put into it. */
    private static Verdict beside(
            Obligations handshake, PolicyChain current, AllowedRequest passage, Obligations attached) {
        if (!handshake.redact().containsAll(attached.redact())
                || !handshake.credentials().containsAll(attached.credentials())) {
            return Verdict.refuse(ReasonCode.UNKNOWN_OBLIGATION);
        }
        String rates = attached.ratesBeside(handshake);
        return rates == null
                ? Verdict.PASS
                : current.rated(rates, passage.request().host(), true);
    }
}
