package io.sallyport.decision.explain;

import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would have to be granted so that refused requests pass. It is never put in force by itself.
 *
 * @param proposals each one is needed
 * @param outcomes of each request, with all of the proposals
 */
public record Suggestion(List<Proposal> proposals, List<Outcome> outcomes) {
    public Suggestion {
        proposals = List.copyOf(proposals);
        outcomes = List.copyOf(outcomes);
    }

    /**
     * What to grant.
     *
     * @param additions a line for each document that has to grant
     * @param requests how many of the requests it is for
     * @param opens what it grants beside them, or null
     */
    public record Proposal(
            List<Addition> additions,
            int requests,
            @Nullable String opens) {
        public Proposal {
            additions = List.copyOf(additions);
        }
    }

    /**
     * One request.
     *
     * @param now the verdict of the policy in force
     * @param then the verdict with the proposals, made by the policy that they would be
     */
    public record Outcome(CanonicalRequest request, Decision now, Decision then) {}
}
