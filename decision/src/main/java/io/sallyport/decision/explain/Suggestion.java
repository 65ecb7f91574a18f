package io.sallyport.decision.explain;

import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would have to be granted so that refused questions pass. It is never put in force by itself.
 *
 * @param proposals each one is needed
 * @param outcomes of each question, with all of the proposals
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
     * @param questions how many of the questions it is for
     * @param opens what it grants beside them, or null
     */
    public record Proposal(
            List<Addition> additions,
            int questions,
            @Nullable String opens) {
        public Proposal {
            additions = List.copyOf(additions);
        }
    }

    /**
     * One question.
     *
     * @param now the verdict of the policy in force
     * @param then the verdict with the proposals, made by the policy that they would be
     */
    public record Outcome(Question question, Decision now, Decision then) {}
}
