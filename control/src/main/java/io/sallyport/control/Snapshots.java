package io.sallyport.control;

import io.sallyport.control.Policies.GuardrailsPolicy;
import io.sallyport.control.Policies.Made;
import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.StoredSandbox;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Decision;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot beside the guardrails, and what was said of it.
 *
 * @param refused whether it refuses everything
 */
record Snapshots(PolicySnapshot snapshot, List<Diagnostic> diagnostics, boolean refused) {
    Snapshots {
        diagnostics = List.copyOf(diagnostics);
    }

    static SandboxFacts facts(SandboxId id, SandboxDocuments documents, Phase phase) {
        return new SandboxFacts(id, documents.run(), documents.labels(), phase, documents.phaseGates());
    }

    /** What {@code stored} is judged by beside {@code guardrails}; everything is refused where there is no policy. */
    static Snapshots of(
            @Nullable SandboxPolicy policy, GuardrailsPolicy guardrails, StoredSandbox stored, long generation) {
        SandboxFacts facts = facts(stored.id(), stored.documents(), stored.phase());
        if (policy == null) {
            return refusing(facts, generation, List.of());
        }
        return switch (policy.under(guardrails, facts, generation)) {
            case Made.Ready<PolicySnapshot>(var snapshot, var diagnostics) ->
                new Snapshots(snapshot, diagnostics, false);
            case Made.Refused<PolicySnapshot>(var diagnostics) -> refusing(facts, generation, diagnostics);
            case Made.Unavailable<PolicySnapshot>(var why) ->
                refusing(
                        facts,
                        generation,
                        List.of(Diagnostic.error("guardrails", 0, 0, "UNAVAILABLE", why, "put the sandbox again")));
        };
    }

    private static Snapshots refusing(SandboxFacts facts, long generation, List<Diagnostic> diagnostics) {
        Decision denied = Decision.Deny.of(ReasonCode.POLICY_ERROR);
        var snapshot = new PolicySnapshot(facts, generation, Secrets.sha256(""), null, List.of(), _ -> denied);
        return new Snapshots(snapshot, diagnostics, true);
    }
}
