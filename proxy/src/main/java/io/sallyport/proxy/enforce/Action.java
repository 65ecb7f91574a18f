package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicyChain;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Refusal;
import io.sallyport.proxy.enforce.own.OwnAnswer;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import org.jspecify.annotations.Nullable;

/** What the socket side is to do with a request, and the draft of its record, which it completes. */
public sealed interface Action {
    AuditDraft draft();

    /**
     * Answer with a refusal.
     *
     * @param close the connection must not serve another request after it
     * @param retryAfterSeconds what the answer says of that, where above zero
     * @param report what reports on the body, or null
     */
    record Refuse(
            AuditDraft draft,
            Refusal refusal,
            boolean close,
            int retryAfterSeconds,
            @Nullable BodyReport report) implements OfWhole {
        Refuse(AuditDraft draft, Refusal refusal, boolean close) {
            this(draft, refusal, close, 0, null);
        }

        /** With what a request comes to that was let through so far; the connection stays. */
        public static Refuse of(AuditDraft draft, Refusal refusal) {
            return new Refuse(draft, refusal, false);
        }

        /** For operators: what could not be read, where no other member of the record can say it; else null. */
        public @Nullable String detail() {
            boolean unread =
                    refusal.reason() == ReasonCode.NOT_CANONICAL || refusal.reason() == ReasonCode.MALFORMED_REQUEST;
            return unread ? refusal.hint() : null;
        }
    }

    /** Read the body, which is questions of {@code sandbox} for the decision API, and answer them. */
    record Check(AuditDraft draft, PolicyChain policies, boolean close) implements Action {}

    /** Read the body, where it is wanted, and answer with what an endpoint of the gateway's own says. */
    record Ask(AuditDraft draft, OwnEndpoint.Judged endpoint, boolean close) implements OfWhole {}

    /** Answer with something of the gateway's own; nothing is dialled. {@code close} as in {@link Refuse}. */
    record AnswerOwn(AuditDraft draft, int status, OwnAnswer answer, boolean close) implements OfWhole {}

    /**
     * Answer 200 and open a tunnel. Where {@code passage} is inspected the gateway takes the place of the target, and
     * dials nothing before a request inside is let through; else the target is dialled first, and bytes are carried
     * both ways.
     */
    record Tunnel(AuditDraft draft, AllowedRequest passage) implements Action {}

    /** Read the body, which the policies want to see, and ask them again with it. */
    record ReadBody(AuditDraft draft, AwaitedBody body) implements Action {}

    /** What is done with a request whose body is there. */
    sealed interface OfWhole extends Action permits Refuse, Forward, Ask, AnswerOwn, Hold, AwaitBudget {}

    /** Wait for a person, on whose answer depends what is to be done; the rest of the body stays unread. */
    record Hold(AuditDraft draft, AwaitedApproval approval) implements OfWhole {}

    /** Wait for the store of shared budgets; the rest of the body stays unread. */
    record AwaitBudget(AuditDraft draft, AwaitedBudget budget) implements OfWhole {}

    /** Send the request on and its answer back. */
    record Forward(AuditDraft draft, AllowedRequest passage) implements OfWhole {}
}
