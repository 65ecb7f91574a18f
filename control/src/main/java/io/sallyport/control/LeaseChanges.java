package io.sallyport.control;

import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.calls.LeaseControl.LeaseAnswer;
import io.sallyport.control.calls.LeaseControl.LeaseRequest;
import io.sallyport.control.calls.LeaseControl.LeaseView;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredLease;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes to single leases. Each method runs in the lane of the lease's id and may block. */
final class LeaseChanges {
    private final SandboxStates states;
    private final SandboxLife sandboxes;

    LeaseChanges(SandboxStates states, SandboxLife sandboxes) {
        this.states = states;
        this.sandboxes = sandboxes;
    }

    LeaseAnswer put(SandboxId id, LeaseRequest request) {
        SandboxDocuments documents = documents(request);
        var lease = new StoredLease(request.subject(), request.sandbox(), request.audience());
        SandboxState before = states.find(id);
        if (before != null && before.record().lease() != null) {
            return isSame(before, documents, lease)
                    ? inForce(before, false, List.of(), null)
                    : new LeaseAnswer.Conflict("LEASE_TAKEN", "the id holds another lease, and a lease never changes");
        }
        var put = new PutRequest(id, new SandboxChange(documents, -1, false), lease);
        return answer(id, sandboxes.put(put), true);
    }

    private static boolean isSame(SandboxState before, SandboxDocuments documents, StoredLease lease) {
        SandboxDocuments held = before.record().documents();
        return lease.equals(before.record().lease())
                && LeaseTexts.areSame(held.lease(), documents.lease())
                && LeaseTexts.areSame(held.leaseConstraints(), documents.leaseConstraints())
                && (held.parent() == null
                        ? documents.parent() == null
                        : held.parent().equals(documents.parent()));
    }

    LeaseAnswer rotate(SandboxId id) {
        SandboxState before = states.find(id);
        if (before == null || before.record().lease() == null) {
            return missing(id, before);
        }
        return answer(id, sandboxes.rotate(id), false);
    }

    LeaseAnswer revoke(SandboxId id) throws StateException {
        SandboxState before = states.find(id);
        if (before != null && before.record().lease() == null) {
            return missing(id, before);
        }
        return new LeaseAnswer.Revoked(sandboxes.delete(id) != Removal.NOT_DURABLE);
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
                        : inForce(state, created, inForce.diagnostics(), fresh == null ? null : fresh.proxyToken());
            }
            case SandboxAnswer.Refused(var diagnostics) -> new LeaseAnswer.Refused(diagnostics);
            case SandboxAnswer.Taken(var code, var why) -> new LeaseAnswer.Conflict(code, why);
            case SandboxAnswer.Unavailable(var why) -> new LeaseAnswer.Unavailable(why);
            case SandboxAnswer.MovedOn _, SandboxAnswer.Unknown _ ->
                throw new IllegalStateException("a change of any generation was refused: " + answer);
        };
    }

    LeaseView view(SandboxState state) {
        return LeaseViews.of(state);
    }

    private LeaseAnswer inForce(
            SandboxState state, boolean created, List<Diagnostic> diagnostics, @Nullable String value) {
        return new LeaseAnswer.InForce(view(state), state.generation(), created, diagnostics, value);
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
                .build();
    }
}
