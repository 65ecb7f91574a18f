package io.sallyport.control;

import io.sallyport.control.SandboxStates.Guardrails;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.AuthoredRego;
import io.sallyport.policycompiler.Compilation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes the guardrails: one compile, then a new snapshot for every sandbox. Calls come one after the other and may
 * block.
 */
final class GuardrailsChanges {
    private static final GuardrailsDocuments NONE = new GuardrailsDocuments(Map.of(), null);

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final boolean configured;

    /**
     * Creates the changes. {@code configured} says whether the guardrails come from the operator's folder rather than
     * the API.
     */
    GuardrailsChanges(SandboxStates states, CompiledPolicies policies, boolean configured) {
        this.states = states;
        this.policies = policies;
        this.configured = configured;
    }

    boolean areConfigured() {
        return configured;
    }

    GuardrailsView view() {
        return SandboxViews.of(states.guardrails().stored());
    }

    /** Puts the folder's guardrails, or else the state's, in force. Guardrails that do not load prevent the start. */
    void load(@Nullable GuardrailsDocuments folder) throws StateException {
        StoredGuardrails stored = states.store().guardrails();
        if (folder == null && stored.isCompiled()) {
            throw notLoaded("they were a compiled bundle, which is not configured any more (an empty folder as"
                    + " `guardrails` takes them away)");
        }
        GuardrailsDocuments documents = folder != null
                ? folder
                : stored.rego().isEmpty() ? NONE : new GuardrailsDocuments(stored.rego(), stored.data());
        AuthoredRego policy = switch (policies.guardrails(documents, states.store())) {
            case Compilation.Ready<AuthoredRego>(var ready, var _) -> ready;
            case Compilation.Refused<AuthoredRego>(var diagnostics) -> throw notLoaded(diagnostics.toString());
            case Compilation.Unavailable<AuthoredRego>(var why) -> throw notLoaded(why);
        };
        StoredGuardrails next = stored;
        if (!policy.digest().equals(stored.digest())) {
            next = stored(documents, policy, stored.epoch() + 1);
            states.store().save(next);
        }
        states.guardrails(new Guardrails(policy, next));
    }

    private StateException notLoaded(String why) {
        return new StateException(Path.of("guardrails"), "do not load: " + why);
    }

    GuardrailsAnswer put(GuardrailsDocuments documents, boolean dryRun) {
        return switch (policies.guardrails(documents, states.store())) {
            case Compilation.Refused<AuthoredRego>(var diagnostics) -> new GuardrailsAnswer.Refused(diagnostics);
            case Compilation.Unavailable<AuthoredRego>(var why) -> new GuardrailsAnswer.Unavailable(why);
            case Compilation.Ready<AuthoredRego>(var policy, var diagnostics) ->
                put(documents, policy, diagnostics, dryRun);
        };
    }

    private GuardrailsAnswer put(
            GuardrailsDocuments documents, AuthoredRego policy, List<Diagnostic> diagnostics, boolean dryRun) {
        states.guardrailsCommit().lock();
        try {
            StoredGuardrails stored =
                    stored(documents, policy, states.guardrails().stored().epoch() + 1);
            List<SandboxState> next = beside(policy);
            boolean durable = dryRun || states.save(stored);
            if (!dryRun) {
                states.guardrails(new Guardrails(policy, stored));
                next.forEach(states::put);
            }
            List<SandboxId> refused = next.stream()
                    .filter(SandboxState::isRefused)
                    .map(SandboxState::id)
                    .toList();
            return new GuardrailsAnswer.InForce(SandboxViews.of(stored), diagnostics, refused, durable);
        } finally {
            states.guardrailsCommit().unlock();
        }
    }

    /** Returns every sandbox in its next generation, combined with {@code guardrails}. */
    private List<SandboxState> beside(AuthoredRego guardrails) {
        return states.all().stream()
                .map(state -> {
                    SandboxRecord risen = state.record().risenTo(state.generation() + 1);
                    PolicySnapshot snapshot = policies.snapshot(state.spec(), guardrails, risen);
                    return state.under(snapshot);
                })
                .toList();
    }

    private static StoredGuardrails stored(GuardrailsDocuments documents, AuthoredRego policy, long epoch) {
        Map<String, String> rego = documents.compiled() == null ? documents.rego() : Map.of();
        return new StoredGuardrails(epoch, policy.digest(), rego, documents.data());
    }
}
