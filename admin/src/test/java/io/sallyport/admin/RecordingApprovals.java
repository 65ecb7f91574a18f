package io.sallyport.admin;

import io.sallyport.control.calls.ApprovalControl;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Holds one change of the operator's and writes down who approved it. Safe for concurrent use. */
final class RecordingApprovals implements ApprovalControl {
    static final PendingChange CHANGE = by("operator-name");

    final List<ChangeOrigin> approvers = Collections.synchronizedList(new ArrayList<>());
    volatile PendingChange change = CHANGE;
    volatile @Nullable ApprovalAnswer next;

    static PendingChange by(String name) {
        return new PendingChange(
                "00112233445566778899aabbccddeeff",
                new Proposal.OfGuardrails(
                        new GuardrailsView(0, "ee55", Map.of("a.rego", "package y\n"), null, null), false),
                "4-cd34",
                new ChangeOrigin("operator", name, "close gists", null, null),
                1_000,
                2_000);
    }

    @Override
    public List<PendingChange> list() {
        return List.of(change);
    }

    @Override
    public boolean isOutdated(PendingChange asked) {
        return !asked.base().equals("4-cd34");
    }

    @Override
    public @Nullable PendingChange get(String id) {
        return id.equals(change.id()) ? change : null;
    }

    @Override
    public CompletionStage<ApprovalAnswer> approve(String id, ChangeOrigin approver) {
        approvers.add(approver);
        ApprovalAnswer given = next;
        var inForce = new GuardrailsAnswer.InForce(
                new GuardrailsView(5, "ee55", Map.of(), null, null), List.of(), List.of(), true);
        return CompletableFuture.completedStage(given == null ? new ApprovalAnswer.Put(change, inForce) : given);
    }

    @Override
    public CompletionStage<ApprovalAnswer> remove(String id) {
        return CompletableFuture.completedStage(
                get(id) == null ? new ApprovalAnswer.Unknown() : new ApprovalAnswer.Removed(change));
    }
}
