package io.sallyport.model.answer;

import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decision rests on.
 *
 * @param lease the id of the lease that binds the sandbox: its own, else its nearest ancestor's; null where there is none
 * @param pattern the granted pattern that covers what was asked, as written; null where none was found
 * @param objections all that speak against it, the reason of the refusal first; none where it is allowed. Those past
 *     {@link #MAX_OBJECTIONS} are left out
 */
public record DecisionGrounds(
        @Nullable String lease, @Nullable String pattern, List<Objection> objections) {
    /** Objections that one refusal names. */
    public static final int MAX_OBJECTIONS = 20;

    public DecisionGrounds {
        objections =
                List.copyOf(objections.size() <= MAX_OBJECTIONS ? objections : objections.subList(0, MAX_OBJECTIONS));
    }

    /** Of what is refused for this alone. */
    public static DecisionGrounds of(@Nullable String lease, ReasonCode reason, @Nullable Question question) {
        return new DecisionGrounds(lease, null, List.of(Objection.of(reason, question)));
    }
}
