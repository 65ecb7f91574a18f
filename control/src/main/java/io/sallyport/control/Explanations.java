package io.sallyport.control;

import io.sallyport.control.calls.Control.ExplainAnswer;
import io.sallyport.control.calls.Control.SuggestAnswer;
import io.sallyport.control.workspace.WorkspaceState;
import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.EffectivePolicy;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.guard.Guard;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRules;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.message.RequestHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains decisions and suggests grants that would change them. Changes nothing. */
final class Explanations {
    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final Guard guard;
    private final DialStep dial;

    Explanations(SandboxStates states, CompiledPolicies policies, Guard guard, DialRules dials) {
        this.dial = new DialStep(dials);
        this.guard = guard;
        this.states = states;
        this.policies = policies;
    }

    /** Explains a decision. A policy that does not load refuses everything and has no steps of its own. */
    ExplainAnswer explain(SandboxId id, Question question, RequestHeaders headers) {
        SandboxState state = states.find(id);
        return state == null
                ? new ExplainAnswer.Unknown()
                : new ExplainAnswer.Explained(
                        dial.of(FullExplanation.of(state, question, headers, own(state, question, headers), guard)));
    }

    /**
     * Explains a decision to the sandbox itself. What its own policy refuses is not told of parents and of the dialer,
     * as it is not in a refusal: else it could be asked which names the operator configures, and what others may.
     */
    ExplainAnswer explainToSandbox(SandboxId id, Question question, RequestHeaders headers) {
        SandboxState state = states.find(id);
        if (state == null) {
            return new ExplainAnswer.Unknown();
        }
        Explanation own = own(state, question, headers);
        Explanation whole = own.decision() instanceof Decision.Allow
                ? FullExplanation.of(state, question, headers, own, guard)
                : FullExplanation.withoutParents(state, question, headers, own, guard);
        boolean passes = whole.decision() instanceof Decision.Allow;
        return new ExplainAnswer.Explained((passes ? dial.of(whole) : whole).forSandbox());
    }

    private Explanation own(SandboxState state, Question question, RequestHeaders headers) {
        PolicySnapshot snapshot = state.snapshot();
        SandboxSpec spec = state.spec();
        if (spec != null) {
            return policies.explain(spec, states.guardrails().policy(), snapshot, question, headers);
        }
        Judge.Judgement judged = snapshot.judge(question, headers);
        return new Explanation(
                question, judged.decision(), judged.fault(), snapshot.generation(), snapshot.digest(), List.of(), null);
    }

    /** Returns all that decides what a sandbox may do now; empty if there is no such sandbox. */
    Optional<EffectivePolicy> effective(SandboxId id) {
        SandboxState state = states.find(id);
        if (state == null) {
            return Optional.empty();
        }
        PolicyChain chain = PolicyChain.of(state.sandbox());
        List<EffectiveLine> lines =
                new ArrayList<>(policies.lines(states.guardrails().policy(), states.store()));
        List<SandboxId> above = new ArrayList<>();
        for (Sandbox one = state.sandbox().parent(); one != null; one = one.parent()) {
            above.addFirst(one.id());
        }
        above.forEach(parent -> lines(parent).forEach(line -> lines.add(line.ofAncestor(parent))));
        lines.addAll(lines(id));
        PolicySnapshot snapshot = state.snapshot();
        return Optional.of(new EffectivePolicy(
                id,
                snapshot.generation(),
                snapshot.digest(),
                !state.isRefused(),
                snapshot.facts().phase(),
                chain.expiresAt(),
                ended(chain),
                state.sandbox().admission().account().remaining(),
                snapshot.trials(),
                lines));
    }

    private List<EffectiveLine> lines(SandboxId id) {
        SandboxSpec spec = spec(id);
        return spec == null ? List.of() : policies.lines(spec, states.store());
    }

    private @Nullable SandboxSpec spec(SandboxId id) {
        WorkspaceId named = id.workspace();
        WorkspaceState workspace = named == null ? null : states.workspaces().find(named);
        SandboxState state = named == null ? states.find(id) : null;
        if (workspace != null && workspace.policy() != null) {
            return new SandboxSpec(workspace.documents(), workspace.documents(), workspace.policy());
        }
        return state == null ? null : state.spec();
    }

    private static @Nullable String ended(PolicyChain chain) {
        Verdict standing = chain.standing() instanceof Verdict.Refuse over ? over : chain.exhausted(null);
        return standing instanceof Verdict.Refuse why ? why.reason().word() : null;
    }

    SuggestAnswer suggest(SandboxId id, Collection<? extends Question> refused) {
        SandboxState state = states.find(id);
        if (state == null) {
            return new SuggestAnswer.Unknown();
        }
        SandboxSpec spec = state.spec();
        if (spec == null) {
            return new SuggestAnswer.Unavailable("the sandbox is refused everything: its policy does not load");
        }
        return new SuggestAnswer.Suggested(FullExplanation.under(
                state.sandbox(),
                dial.of(
                        refused,
                        questions -> policies.suggest(
                                spec,
                                states.guardrails().policy(),
                                state.snapshot().facts(),
                                questions,
                                leaseOf(FamilyRules.aboveId(spec.documents()))))));
    }

    /**
     * Returns the lease that a lease below {@code above} must stay within, or null if none binds it: a parent without a
     * lease has none to give, a workspace without one does not bound leases.
     */
    private @Nullable String leaseOf(@Nullable SandboxId above) {
        SandboxSpec spec = above == null ? null : spec(above);
        String lease = spec == null ? null : spec.effective().lease();
        return above != null && lease == null && !above.isWorkspace() ? "{}" : lease;
    }
}
