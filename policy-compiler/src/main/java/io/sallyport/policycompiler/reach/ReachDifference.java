package io.sallyport.policycompiler.reach;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one policy lets through and another does not. Immutable. */
public sealed interface ReachDifference {
    /** One policy: what its documents let through, and what its compiled form answers. */
    record Side(Reach reach, Function<CanonicalRequest, Decision> policy) {}

    /**
     * Requests that one policy lets through and the other does not.
     *
     * @param witness one of them, allowed by the compiled form of the one and refused by that of the other; null if
     *     none was found, because it depends on more than the head of a request, or Rego of the one refuses it
     * @param rule by which the one allows the witness; empty without a witness
     */
    record Change(ReachedBox reached, @Nullable CanonicalRequest witness, String rule) {}

    /** All of it. */
    record Computed(List<Change> changes) implements ReachDifference {
        public Computed {
            changes = List.copyOf(changes);
        }
    }

    /** The sets are too large to be computed. */
    record TooLarge() implements ReachDifference {}

    /** Computes what {@code one} lets through and {@code other} does not. */
    static ReachDifference of(Side one, Side other) {
        StateBudget budget = new StateBudget(Reach.MAX_STATES);
        if (!one.reach.isComplete() || !other.reach.isComplete()) {
            return new TooLarge();
        }
        List<ReachedBox> beyond = one.reach.beyond(other.reach, budget);
        List<Change> changes = new ArrayList<>();
        for (ReachedBox reached : budget.isSpent() ? List.<ReachedBox>of() : beyond) {
            changes.add(change(reached, one, other, budget));
        }
        return budget.isSpent() ? new TooLarge() : new Computed(changes);
    }

    private static Change change(ReachedBox reached, Side one, Side other, StateBudget budget) {
        for (CanonicalRequest sample : SampleRequest.variants(reached.box(), budget)) {
            if (one.policy.apply(sample) instanceof Decision.Allow allow
                    && other.policy.apply(sample) instanceof Decision.Deny) {
                return new Change(reached, sample, String.valueOf(allow.rule()));
            }
        }
        return new Change(reached, null, "");
    }
}
