package io.sallyport.gateway.control;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Explanation.Narrowing;
import io.sallyport.decision.explain.Explanation.Standing;
import io.sallyport.decision.explain.Explanation.Step;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.Suggestion.Outcome;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import java.util.ArrayList;
import java.util.List;

/** Adds to what a sandbox's own policy says what binds it beside: those above it, and what is true only now. */
final class Reasons {
    private Reasons() {}

    static Explanation of(Kept kept, CanonicalRequest request, Explanation own) {
        PolicyChain chain = PolicyChain.of(kept.sandbox());
        List<Step> steps = new ArrayList<>();
        for (PolicySnapshot above : chain.above()) {
            steps.add(new Narrowing("parent:" + above.facts().id(), above.decide(request)));
        }
        ReasonCode ended = chain.standing();
        steps.add(new Standing("admission", ended == null ? chain.exhausted() : ended));
        return own.under(steps, chain.admit(() -> under(chain, request, own.decision())));
    }

    /** What those above refuse stays refused, whatever a sandbox's own documents came to say. */
    static Suggestion under(Sandbox sandbox, Suggestion own) {
        PolicyChain chain = PolicyChain.of(sandbox);
        List<Outcome> outcomes = own.outcomes().stream()
                .map(outcome ->
                        new Outcome(outcome.request(), outcome.now(), under(chain, outcome.request(), outcome.then())))
                .toList();
        return new Suggestion(own.proposals(), outcomes);
    }

    private static Decision under(PolicyChain chain, CanonicalRequest request, Decision own) {
        return chain.under(own, policy -> policy.decide(request));
    }
}
