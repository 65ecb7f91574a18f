package io.sallyport.control;

import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Explanation.Narrowing;
import io.sallyport.decision.explain.Explanation.Standing;
import io.sallyport.decision.explain.Explanation.Step;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.Suggestion.Outcome;
import io.sallyport.decision.guard.Guard;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestHeaders;
import java.util.ArrayList;
import java.util.List;

/** Adds the other limits on a sandbox to its own policy's explanation: its ancestors' policies and admission. */
final class FullExplanation {
    private FullExplanation() {}

    /**
     * Returns the complete explanation.
     *
     * @param headers of the question, if it is a request
     * @param guard the other checks on questions of the decision API; not consulted for requests, which it never sees
     */
    static Explanation of(SandboxState state, Question question, RequestHeaders headers, Explanation own, Guard guard) {
        PolicyChain chain = PolicyChain.of(state.sandbox());
        List<Step> steps = new ArrayList<>();
        for (PolicySnapshot above : chain.above()) {
            steps.add(
                    new Narrowing(above.facts().id().asAncestor(), above.decide(question, headers, chain.identity())));
        }
        return of(state, question, headers, own, guard, chain, steps);
    }

    /** Returns the same, but says nothing of parents, if the sandbox's own policy refuses. */
    static Explanation withoutParents(
            SandboxState state, Question question, RequestHeaders headers, Explanation own, Guard guard) {
        return of(state, question, headers, own, guard, PolicyChain.of(state.sandbox()), new ArrayList<>());
    }

    private static Explanation of(
            SandboxState state,
            Question question,
            RequestHeaders headers,
            Explanation own,
            Guard guard,
            PolicyChain chain,
            List<Step> steps) {
        Decision policies = under(chain, question, headers, own.decision());
        Decision verdict =
                chain.admit(Operation.tried(question.host(), () -> policies)).decision();
        Verdict standing = chain.standing();
        steps.add(new Standing(
                "admission", standing instanceof Verdict.Pass ? chain.exhausted(question.host()) : standing));
        if (question instanceof CanonicalAction action) {
            Decision tried = guard.tried(state.sandbox(), action);
            boolean guards = tried instanceof Decision.Deny && tried.reason() != verdict.reason();
            steps.add(new Standing("guard", guards ? Verdict.refuse(tried.reason()) : Verdict.PASS));
            verdict = tried;
        }
        return own.under(steps, verdict);
    }

    /**
     * Returns the suggestion with everything refused that an ancestor refuses, whatever the sandbox's own documents
     * grant.
     */
    static Suggestion under(Sandbox sandbox, Suggestion own) {
        PolicyChain chain = PolicyChain.of(sandbox);
        List<Outcome> outcomes = own.outcomes().stream()
                .map(outcome -> new Outcome(
                        outcome.question(),
                        outcome.now(),
                        under(chain, outcome.question(), RequestHeaders.EMPTY, outcome.then())))
                .toList();
        return new Suggestion(own.proposals(), outcomes);
    }

    private static Decision under(PolicyChain chain, Question question, RequestHeaders headers, Decision own) {
        return chain.under(own, policy -> policy.decide(question, headers, chain.identity()));
    }
}
