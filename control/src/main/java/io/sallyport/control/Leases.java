package io.sallyport.control;

import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.sharing.RecordSharing.Found;
import io.sallyport.control.store.StoredLease;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@link LeaseControl} over the state and the policies of one gateway. Safe for concurrent use. */
final class Leases implements LeaseControl {
    private static final LeaseAnswer FULL = new LeaseAnswer.Unavailable("too many changes wait");

    private static final LeaseAnswer BEHIND = new LeaseAnswer.Unavailable("other gateways change it too");

    private final ChangeQueues lanes;
    private final Removals removals;
    private final SandboxStates states;
    private final SandboxLife sandboxes;
    private final SandboxUpdates updates;
    private final LeaseSpending spending;
    private final AdoptedSandboxes adopted;

    Leases(
            ChangeQueues lanes,
            Removals removals,
            SandboxStates states,
            SandboxLife sandboxes,
            SandboxUpdates updates,
            LeaseSpending spending,
            AdoptedSandboxes adopted) {
        this.adopted = adopted;
        this.lanes = lanes;
        this.removals = removals;
        this.states = states;
        this.sandboxes = sandboxes;
        this.updates = updates;
        this.spending = spending;
    }

    @Override
    public CompletionStage<LeaseAnswer> put(SandboxId id, LeaseRequest request) {
        return lanes.run(id.text(), () -> adopted.following(id, () -> putInLane(id, request), BEHIND::equals), FULL);
    }

    private LeaseAnswer putInLane(SandboxId id, LeaseRequest request) {
        SandboxDocuments documents = documents(request);
        var lease = new StoredLease(request.subject(), request.sandbox(), request.audience());
        SandboxState before = states.find(id);
        if (before != null && before.record().lease() != null) {
            return isSame(before, documents, lease)
                    ? new LeaseAnswer.InForce(LeaseViews.of(before), before.generation(), false, List.of(), null, null)
                    : new LeaseAnswer.Conflict("LEASE_TAKEN", "the id holds another lease, and a lease never changes");
        }
        if (before == null && states.sharing().find(id) instanceof Found.Gone) {
            return new LeaseAnswer.Conflict("LEASE_REVOKED", "the lease of this id was revoked; it takes no other");
        }
        var put = new PutRequest(id, new SandboxChange(documents, Precondition.NONE, false), lease);
        SandboxAnswer answer = sandboxes.put(put);
        return AdoptedSandboxes.isBehind(answer) ? BEHIND : answer(id, answer, true);
    }

    private static boolean isSame(SandboxState before, SandboxDocuments documents, StoredLease lease) {
        SandboxDocuments held = before.record().documents();
        return lease.equals(before.record().lease())
                && LeaseTexts.areSame(held.lease(), documents.lease())
                && LeaseTexts.areSame(held.leaseConstraints(), documents.leaseConstraints())
                && Objects.equals(held.parent(), documents.parent())
                && (documents.workspace() == null || documents.workspace().equals(held.workspace()));
    }

    @Override
    public CompletionStage<LeaseAnswer> rotate(SandboxId id) {
        return lanes.run(
                id.text(),
                () -> {
                    SandboxState before = states.find(id);
                    if (before == null || before.record().lease() == null) {
                        return missing(id, before);
                    }
                    SandboxAnswer answer = adopted.following(id, () -> updates.rotate(id), AdoptedSandboxes::isBehind);
                    return AdoptedSandboxes.isBehind(answer) ? BEHIND : answer(id, answer, false);
                },
                FULL);
    }

    @Override
    public CompletionStage<LeaseAnswer> revoke(SandboxId id) {
        var answer = new CompletableFuture<LeaseAnswer>();
        if (!removals.offer(id, () -> ChangeQueues.complete(answer, () -> revokeInLane(id)))) {
            answer.complete(FULL);
        }
        return answer;
    }

    private LeaseAnswer revokeInLane(SandboxId id) {
        SandboxState before = states.find(id);
        return before != null && before.record().lease() == null
                ? missing(id, before)
                : new LeaseAnswer.Revoked(updates.delete(id).removal() != Removal.NOT_DURABLE);
    }

    private LeaseAnswer missing(SandboxId id, @Nullable SandboxState before) {
        if (before != null) {
            return new LeaseAnswer.Conflict("OTHER_KIND", "the id is a sandbox's, put as such");
        }
        return states.revoked().contains(id)
                ? new LeaseAnswer.Conflict("LEASE_REVOKED", "the lease was revoked")
                : new LeaseAnswer.Unknown();
    }

    private LeaseAnswer answer(SandboxId id, SandboxAnswer answer, boolean created) {
        return switch (answer) {
            case SandboxAnswer.InForce inForce -> {
                SandboxState state = states.find(id);
                Tokens fresh = inForce.fresh();
                yield state == null
                        ? new LeaseAnswer.Conflict("LEASE_REVOKED", "the lease was revoked meanwhile")
                        : new LeaseAnswer.InForce(
                                LeaseViews.of(state),
                                state.generation(),
                                created,
                                inForce.diagnostics(),
                                fresh == null ? null : fresh.proxyToken(),
                                created ? inForce.receipt() : null);
            }
            case SandboxAnswer.Refused(var diagnostics) -> new LeaseAnswer.Refused(diagnostics);
            case SandboxAnswer.Taken(var code, var why) -> new LeaseAnswer.Conflict(code, why);
            case SandboxAnswer.Unavailable(var why) -> new LeaseAnswer.Unavailable(why);
            case SandboxAnswer.MovedOn _, SandboxAnswer.Unknown _, SandboxAnswer.Pending _, SandboxAnswer.Full _ ->
                throw new IllegalStateException("a change of any generation was refused: " + answer);
        };
    }

    @Override
    public @Nullable LeaseView get(SandboxId id) {
        SandboxState state = states.find(id);
        if (state != null && state.record().lease() != null) {
            return LeaseViews.of(state);
        }
        return state == null && states.revoked().contains(id) ? LeaseView.revoked(id) : null;
    }

    @Override
    public List<LeaseView> list() {
        return states.all().stream()
                .filter(state -> state.record().lease() != null)
                .sorted(Comparator.comparing(state -> state.id().text()))
                .map(LeaseViews::of)
                .toList();
    }

    @Override
    public CompletionStage<MetricAnswer> spend(SandboxId id, Metric metric, Of of) {
        return spending.spend(id, metric, of);
    }

    /**
     * Expresses a lease as the documents of a sandbox. Its subject goes into the labels, where policies can read it.
     */
    private static SandboxDocuments documents(LeaseRequest request) {
        Map<String, String> labels = new HashMap<>(request.subject());
        if (request.sandbox() != null) {
            labels.put("sandbox", request.sandbox());
        }
        if (request.audience() != null) {
            labels.put("audience", request.audience());
        }
        return SandboxDocuments.builder()
                .lease(request.lease())
                .leaseConstraints(request.constraints())
                .run(request.subject().get("job_id"))
                .labels(labels)
                .parent(request.parent())
                .workspace(request.workspace())
                .build();
    }
}
