package io.sallyport.model.answer;

import io.sallyport.model.ReasonCode;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which refusals of a sandbox wait for a person, and how long. Immutable.
 *
 * @param reasons of {@link #REASONS}
 * @param timeout how long a request waits at most, above zero; null for as long as the gateway lets it
 */
public record AskTerms(Set<ReasonCode> reasons, @Nullable Duration timeout) {
    /** The reasons that a sandbox may name; rules of Rego ask by themselves. */
    public static final Set<ReasonCode> REASONS = Set.of(ReasonCode.NO_GRANT);

    /** The sandbox asks of nothing. */
    public static final AskTerms NONE = new AskTerms(Set.of(), null);

    public AskTerms {
        reasons = Set.copyOf(reasons);
        if (!REASONS.containsAll(reasons)) {
            throw new IllegalArgumentException("no person is asked for each of " + reasons);
        }
        if (timeout != null && !timeout.isPositive()) {
            throw new IllegalArgumentException("the timeout is not above zero");
        }
    }

    /** Returns the shorter of this timeout and {@code most}. */
    public Duration within(Duration most) {
        return timeout == null || timeout.compareTo(most) > 0 ? most : timeout;
    }
}
