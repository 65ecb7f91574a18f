package io.sallyport.control;

import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Explanation.Standing;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.Suggestion.Outcome;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.Question;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Adds the dialer's refusals that follow from the name, address or port alone to a policy decision. If the dialer does
 * not refuse, nothing is added, because no addresses have been resolved yet. Fetch requests are left unchanged: a fetch
 * may dial another host of the same forge.
 */
public record DialStep(DialRules dials) {
    private static final String NAME = "egress";

    /** Returns the decision of policy and dialer together. */
    public Decision of(Question question, Decision policy) {
        return switch (judge(question, policy)) {
            case DialVerdict.Pass _ -> policy;
            case DialRefusal refused -> with(refused, Decision.Deny.of(refused.reason()));
        };
    }

    /**
     * Returns the explanation of policy and dialer together. Offers no grant for a request that the dialer would refuse
     * anyway.
     */
    public Explanation of(Explanation explanation) {
        Decision policy = explanation.decision();
        Explanation.Change change = explanation.change();
        return switch (judge(explanation.question(), change == null ? policy : change.then())) {
            case DialVerdict.Pass _ -> explanation;
            case DialRefusal refused -> refused(explanation, refused);
        };
    }

    private static Explanation refused(Explanation explanation, DialRefusal refused) {
        Decision.Deny whole =
                explanation.decision() instanceof Decision.Deny denied ? denied : Decision.Deny.of(refused.reason());
        return explanation.under(List.of(new Standing(NAME, Verdict.refuse(refused.reason()))), with(refused, whole));
    }

    /**
     * Returns the suggestion for {@code questions}, except for those that the dialer would refuse anyway, which stay
     * refused.
     *
     * @param suggest consults policy alone
     */
    public Suggestion of(
            Collection<? extends Question> questions, Function<Collection<? extends Question>, Suggestion> suggest) {
        Suggestion policy = suggest.apply(questions);
        Map<Question, Decision> refused = new HashMap<>();
        for (Outcome outcome : policy.outcomes()) {
            Decision whole = of(outcome.question(), outcome.then());
            if (!whole.equals(outcome.then())) {
                refused.put(outcome.question(), whole);
            }
        }
        if (refused.isEmpty()) {
            return policy;
        }
        Suggestion rest = suggest.apply(
                questions.stream().filter(one -> !refused.containsKey(one)).toList());
        List<Outcome> outcomes = new ArrayList<>(rest.outcomes());
        policy.outcomes().forEach(outcome -> {
            Decision whole = refused.get(outcome.question());
            if (whole != null) {
                outcomes.add(new Outcome(outcome.question(), outcome.now(), whole));
            }
        });
        return new Suggestion(rest.proposals(), outcomes);
    }

    private DialVerdict judge(Question question, Decision policy) {
        return question instanceof CanonicalRequest request
                        && policy instanceof Decision.Allow allowed
                        && request.kind() != RequestKind.FETCH
                ? dials.judge(
                        request.host(), request.port(), allowed.obligations().addresses())
                : DialVerdict.PASS;
    }

    private static Decision.Deny with(DialRefusal refused, Decision.Deny deny) {
        List<Decision.DenyRule> denies = new ArrayList<>(deny.denies());
        denies.add(new Decision.DenyRule(NAME, refused.message(), refused.hint()));
        return new Decision.Deny(deny.reason(), deny.rule(), denies);
    }
}
