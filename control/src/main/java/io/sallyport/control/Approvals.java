package io.sallyport.control;

import io.sallyport.control.calls.ApprovalControl;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.StateException;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles changes of the guardrails that wait for approval, in the lane of the guardrails. Safe for concurrent use. */
final class Approvals implements ApprovalControl {
    static final String NOT_WRITTEN = "the state cannot be written";

    private static final Logger LOG = LoggerFactory.getLogger(Approvals.class);
    private static final Diagnostic OTHER_DIGEST = Diagnostic.error(
            "guardrails",
            0,
            0,
            DiagnosticCode.COMPILED_POLICY,
            "the gateway compiles this change to another digest than when it was made",
            "make the change again");

    private static final ApprovalAnswer BUSY =
            new ApprovalAnswer.Unavailable("too many changes of the guardrails wait");

    private final ChangeQueues lanes;
    private final PendingChanges pending;
    private final GuardrailsChanges guardrails;
    private final CandidateChanges candidate;

    Approvals(ChangeQueues lanes, PendingChanges pending, GuardrailsChanges guardrails, CandidateChanges candidate) {
        this.lanes = lanes;
        this.pending = pending;
        this.guardrails = guardrails;
        this.candidate = candidate;
    }

    @Override
    public List<PendingChange> list() {
        return pending.list();
    }

    @Override
    public @Nullable PendingChange get(String id) {
        return pending.find(id);
    }

    @Override
    public CompletionStage<ApprovalAnswer> approve(String id, ChangeOrigin approver) {
        return lanes.run(PolicyControl.GUARDRAILS, () -> settle(id, approver), BUSY);
    }

    @Override
    public CompletionStage<ApprovalAnswer> remove(String id) {
        return lanes.run(PolicyControl.GUARDRAILS, () -> drop(id), BUSY);
    }

    /** Tells {@code to} of each change that has expired since the last call, in the lane of the guardrails. */
    void expire(Consumer<PendingChange> to) {
        if (pending.haveExpired()) {
            lanes.run(PolicyControl.GUARDRAILS, () -> told(to), 0);
        }
    }

    private int told(Consumer<PendingChange> to) {
        try {
            List<PendingChange> expired = pending.takeExpired();
            expired.forEach(to);
            return expired.size();
        } catch (StateException e) {
            LOG.warn("an expired change of the guardrails stays in the state: {}", e.getMessage());
            return 0;
        }
    }

    private ApprovalAnswer settle(String id, ChangeOrigin approver) {
        PendingChange change = pending.find(id);
        if (change == null) {
            return new ApprovalAnswer.Unknown();
        }
        if (approver.isSamePersonAs(change.origin())) {
            return new ApprovalAnswer.OwnChange(change);
        }
        String why = outdated(change);
        return why == null ? approved(change, approver) : new ApprovalAnswer.Outdated(change, why);
    }

    /** Returns what was replaced since the change was made, or null. */
    private @Nullable String outdated(PendingChange change) {
        GuardrailsView inForce = guardrails.view();
        if (!change.base().equals(inForce.tag())) {
            return "the guardrails are at epoch " + inForce.epoch() + ", and it was made for " + change.base();
        }
        boolean isOther = !candidate.view().digest().equals(change.set().digest());
        return change.promotes() && isOther ? "the candidate is not the one that it promotes" : null;
    }

    private ApprovalAnswer approved(PendingChange change, ChangeOrigin approver) {
        return switch (put(change, approver)) {
            case GuardrailsAnswer.InForce inForce -> {
                forget(change);
                yield new ApprovalAnswer.Put(change, change.promotes() ? candidate.promoted(inForce) : inForce);
            }
            case GuardrailsAnswer other -> new ApprovalAnswer.Put(change, other);
        };
    }

    /** Puts the change in force, if it still compiles to what was approved. */
    private GuardrailsAnswer put(PendingChange approved, ChangeOrigin approver) {
        GuardrailsView set = approved.set();
        var documents = new GuardrailsDocuments(set.rego(), set.data(), null, set.revision());
        var change = new GuardrailsChange(
                documents, Precondition.NONE, approved.origin().approvedBy(approver), false);
        return guardrails.compiled(
                documents,
                (policy, diagnostics) -> policy.digest().equals(set.digest())
                        ? guardrails.put(change, policy, diagnostics)
                        : new GuardrailsAnswer.Refused(List.of(OTHER_DIGEST)));
    }

    /** Forgets a change that is in force; in the state it may stay, outdated. */
    private void forget(PendingChange change) {
        try {
            pending.remove(change);
        } catch (StateException e) {
            LOG.warn("a change of the guardrails that is in force stays in the state: {}", e.getMessage());
        }
    }

    private ApprovalAnswer drop(String id) {
        PendingChange change = pending.find(id);
        if (change == null) {
            return new ApprovalAnswer.Unknown();
        }
        try {
            pending.remove(change);
            return new ApprovalAnswer.Removed(change);
        } catch (StateException e) {
            LOG.warn("a change of the guardrails waits on: {}", e.getMessage());
            return new ApprovalAnswer.Unavailable(NOT_WRITTEN);
        }
    }
}
