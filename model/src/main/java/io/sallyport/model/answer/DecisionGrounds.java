package io.sallyport.model.answer;

import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The grounds of a decision.
 *
 * @param lease the id of the lease that binds the sandbox: its own, else its nearest ancestor's; null if there is none
 * @param pattern the granted pattern that covers the question, as written; null if none was found
 * @param objections everything that speaks against the operation, the reason of the refusal first; empty if it is
 *     allowed; at most {@link #MAX_OBJECTIONS}, the rest is left out
 */
public record DecisionGrounds(
        @Nullable String lease, @Nullable String pattern, List<Objection> objections) {
    /** Limit of objections in one refusal. */
    public static final int MAX_OBJECTIONS = 20;

    public DecisionGrounds {
        objections =
                List.copyOf(objections.size() <= MAX_OBJECTIONS ? objections : objections.subList(0, MAX_OBJECTIONS));
    }

    /** Returns the grounds of a refusal with a single reason. */
    public static DecisionGrounds of(@Nullable String lease, ReasonCode reason, @Nullable Question question) {
        return new DecisionGrounds(lease, null, List.of(Objection.of(reason, question)));
    }
}
