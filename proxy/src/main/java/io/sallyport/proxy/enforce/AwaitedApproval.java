package io.sallyport.proxy.enforce;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.ask.AskAnswer;
import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.model.ReasonCode;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * A request that passes if a person approves it: nothing of it was counted, and nobody was dialled. Confined to the
 * event loop of its connection.
 */
public final class AwaitedApproval {
    private final RequestPath path;
    private final AuditDraft draft;
    private final ProxiedRequest asked;
    private final Judging.AwaitsApproval why;

    AwaitedApproval(RequestPath path, AuditDraft draft, ProxiedRequest asked, Judging.AwaitsApproval why) {
        this.path = path;
        this.draft = draft;
        this.asked = asked;
        this.why = why;
    }

    /** How long it may wait. */
    public Duration timeout() {
        return path.asks().limits().timeout();
    }

    /** Has it wait, where somebody is there to answer; {@code told} hears of the answer on any thread. */
    public HeldRequests.Opening open(Consumer<HeldRequests.Answered> told) {
        PolicySnapshot own = asked.policies().own();
        Instant now = path.now();
        var held = new HeldRequest(
                draft.auditId(),
                own.facts().id(),
                own.facts().run(),
                asked.request(),
                asked.bodyDigest(),
                why.decision(),
                now,
                now.plus(timeout()));
        return path.asks().open(held, asked.policies().sandbox().admission().approvals(), told);
    }

    /** Ends the wait; false where it has been answered. */
    public boolean end(HeldRequest held) {
        return path.asks().end(held);
    }

    /** The record that it waits. */
    public AuditEvent opened(HeldRequest held) {
        return path.asked(
                draft, ReasonCode.GRANTED, "opened: " + String.join(", ", held.asked()) + ", " + held.digest());
    }

    /** The record of the answer. */
    public AuditEvent answered(HeldRequests.Answered said) {
        AskAnswer answer = said.answer();
        String words = switch (answer) {
            case AskAnswer.Allowed allowed ->
                "allowed, uses " + allowed.uses() + (said.isFurtherKept() ? "" : " (too many are kept: 1)");
            case AskAnswer.Denied _ -> "denied";
        };
        ReasonCode reason = said.approval() == null ? ReasonCode.ASK_DENIED : ReasonCode.GRANTED;
        return path.asked(
                draft, reason, words + " by " + answer.by() + (answer.reason() == null ? "" : ": " + answer.reason()));
    }

    /** The record that it was never answered. */
    public AuditEvent ended(ReasonCode reason) {
        return path.asked(draft, reason, "ended without an answer");
    }

    /** What is to be done now that it is approved: it is judged again, under the policies in force. */
    public Action approved(RequestApproval approval) {
        return path.approved(draft, asked.with(approval));
    }

    /** What is to be done now that it is refused; its sandbox is told the person's words. */
    public Action.Refuse denied(AskAnswer answer) {
        return path.unapproved(draft, asked, ReasonCode.ASK_DENIED, answer.reason());
    }

    /** What is to be done where nobody has answered in time. */
    public Action.Refuse expired() {
        return path.unapproved(draft, asked, ReasonCode.ASK_EXPIRED, null);
    }

    /** What is to be done where nobody can be asked; {@code hint} says why. */
    public Action.Refuse unasked(String hint) {
        return path.unasked(draft, asked, why, hint);
    }
}
