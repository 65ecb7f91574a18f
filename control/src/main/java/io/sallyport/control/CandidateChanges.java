package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsPromotion;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the candidate: guardrails in report mode, asked beside those in force. No generation rises, since no verdict
 * changes. Calls come one after the other, also with those of {@link GuardrailsChanges}, and may block.
 */
final class CandidateChanges {
    private static final Logger LOG = LoggerFactory.getLogger(CandidateChanges.class);

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final GuardrailsChanges guardrails;
    private volatile StoredGuardrails stored = StoredGuardrails.NONE;

    CandidateChanges(SandboxStates states, CompiledPolicies policies, GuardrailsChanges guardrails) {
        this.states = states;
        this.policies = policies;
        this.guardrails = guardrails;
    }

    GuardrailsView view() {
        return GuardrailsChanges.view(stored);
    }

    /** Takes up the state's candidate before any sandbox is restored. One that does not load is not asked. */
    void load() throws StateException {
        StoredGuardrails found = states.store().candidate();
        if (guardrails.areConfigured() || found.rego().isEmpty()) {
            return;
        }
        switch (policies.guardrails(GuardrailsChanges.documents(found), states.store())) {
            case Compilation.Ready<AuthoredRego>(var policy, var _) -> {
                stored = found;
                states.candidate(policy);
            }
            case Compilation.Refused<AuthoredRego>(var diagnostics) ->
                LOG.error("the candidate for the guardrails does not load: {}", diagnostics);
            case Compilation.Unavailable<AuthoredRego>(var why) ->
                LOG.error("the candidate for the guardrails does not load: {}", why);
        }
    }

    /** Puts a candidate in the place of any other; one without Rego takes it away. */
    GuardrailsAnswer put(GuardrailsDocuments documents, boolean dryRun) {
        return guardrails.compiled(documents, (policy, diagnostics) -> {
            StoredGuardrails next = GuardrailsChanges.stored(documents, policy, 0);
            return dryRun ? answer(next, diagnostics, true) : put(next, policy, diagnostics);
        });
    }

    GuardrailsAnswer remove() {
        return stored.rego().isEmpty()
                ? new GuardrailsAnswer.NoCandidate()
                : put(StoredGuardrails.NONE, AuthoredRego.NONE, List.of());
    }

    /**
     * Puts the candidate in force, as a PUT of the same documents under the same condition, and takes it away as a
     * candidate.
     */
    GuardrailsAnswer promote(GuardrailsPromotion promotion) {
        if (stored.rego().isEmpty()) {
            return new GuardrailsAnswer.NoCandidate();
        }
        if (!promotion.candidate().holds(stored.digest())) {
            return new GuardrailsAnswer.OtherCandidate(view());
        }
        return switch (guardrails.promote(new GuardrailsChange(
                GuardrailsChanges.documents(stored), promotion.condition(), promotion.origin(), false))) {
            case GuardrailsAnswer.InForce inForce -> promoted(inForce);
            case GuardrailsAnswer other -> other;
        };
    }

    /** Takes the candidate away, which is now in force. */
    GuardrailsAnswer promoted(GuardrailsAnswer.InForce inForce) {
        return remove() instanceof GuardrailsAnswer.InForce removed ? inForce.durableIf(removed.durable()) : inForce;
    }

    private GuardrailsAnswer put(StoredGuardrails next, AuthoredRego policy, List<Diagnostic> diagnostics) {
        states.guardrailsCommit().lock();
        try {
            boolean durable = save(next);
            stored = next;
            states.candidate(policy);
            states.all().forEach(this::renew);
            return answer(next, diagnostics, durable);
        } finally {
            states.guardrailsCommit().unlock();
        }
    }

    /** Gives a sandbox the same policy with another report, and forgets its remembered decisions. */
    private void renew(SandboxState state) {
        SandboxRecord record = state.record().risenTo(state.generation());
        PolicySnapshot reporting = policies.snapshot(
                state.spec(), states.guardrails().policy(), states.trials(state.candidate(), record), record);
        SandboxState next = state.under(reporting);
        if (next.sandbox().policy().renew(next.snapshot())) {
            states.put(next);
        }
    }

    private boolean save(StoredGuardrails next) {
        try {
            states.store().saveCandidate(next);
            return true;
        } catch (StateException e) {
            LOG.error("the candidate for the guardrails is not written", e);
            return false;
        }
    }

    private static GuardrailsAnswer answer(StoredGuardrails next, List<Diagnostic> diagnostics, boolean durable) {
        return new GuardrailsAnswer.InForce(GuardrailsChanges.view(next), diagnostics, List.of(), durable);
    }
}
