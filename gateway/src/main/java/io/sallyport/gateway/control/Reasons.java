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
import org.jspecify.annotations.Nullable;

/** Adds to what a sandbox's own policy says what binds it beside: those above it, and what is true only now. */
final class Reasons {
    private Reasons() {}

    static Explanation of(Kept kept, CanonicalRequest request, Explanation own) {
        Sandbox sandbox = kept.sandbox();
        PolicyChain chain = PolicyChain.of(sandbox);
        List<Step> steps = new ArrayList<>();
        for (Sandbox above = sandbox.parent(); above != null; above = above.parent()) {
            PolicySnapshot policy = above.policy().current();
            steps.add(new Narrowing("parent:" + above.id(), policy.decide(request)));
        }
        ReasonCode ended = chain.standing();
        ReasonCode refuses = ended == null ? chain.exhausted() : ended;
        steps.add(new Standing("admission", refuses));
        return own.under(steps, verdict(chain, request, own.decision(), ended));
    }

    /** In the order of a request: ended, then policy, then budget. */
    private static Decision verdict(
            PolicyChain chain, CanonicalRequest request, Decision own, @Nullable ReasonCode ended) {
        if (ended != null) {
            return Decision.Deny.of(ended);
        }
        Decision decision = own instanceof Decision.Allow ? chain.decide(request) : own;
        ReasonCode usedUp = decision instanceof Decision.Allow ? chain.exhausted() : null;
        return usedUp == null ? decision : Decision.Deny.of(usedUp);
    }

    /** What those above refuse stays refused, whatever a sandbox's own documents came to say. */
    static Suggestion under(Sandbox sandbox, Suggestion own) {
        List<Outcome> outcomes = own.outcomes().stream()
                .map(outcome -> new Outcome(
                        outcome.request(), outcome.now(), above(sandbox, outcome.request(), outcome.then())))
                .toList();
        return new Suggestion(own.proposals(), outcomes);
    }

    private static Decision above(Sandbox sandbox, CanonicalRequest request, Decision own) {
        Decision decision = own;
        for (Sandbox above = sandbox.parent();
                above != null && decision instanceof Decision.Allow;
                above = above.parent()) {
            Decision said = above.policy().current().decide(request);
            decision = said instanceof Decision.Allow ? decision : said;
        }
        return decision;
    }
}
