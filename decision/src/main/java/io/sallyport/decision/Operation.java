package io.sallyport.decision;

import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One operation at one of the doors: what binds it there. {@link PolicyChain#admit} asks in the order of {@link Check},
 * and leaves out what the table of its {@link Door} says. Confined to its thread; every method returns at once.
 *
 * <p>A check that its door makes and that it says nothing of refuses: nothing passes because it was forgotten.
 */
public interface Operation {
    /** What a check comes to that its door makes and this does not answer. */
    Verdict.Refuse UNANSWERED = Verdict.refuse(ReasonCode.INTERNAL_ERROR);

    /** Where it is asked for. */
    Door door();

    /** The host that it is at, whose ceilings are asked by {@link Check#BUDGET}; null where it is at none. */
    @Nullable
    CanonicalHost host();

    /** {@link Check#POLICY}. */
    default Decision judged() {
        return UNANSWERED.deny();
    }

    /** {@link Check#HELD}. */
    default Verdict held() {
        return UNANSWERED;
    }

    /** {@link Check#OBLIGATIONS}: what the policies attach. */
    default Verdict met(Obligations obligations) {
        return UNANSWERED;
    }

    /** {@link Check#CONNECTIONS}. */
    default Verdict connected() {
        return UNANSWERED;
    }

    /** {@link Check#NAMES}. */
    default Verdict named(boolean counted) {
        return UNANSWERED;
    }

    /** {@link Check#RATES}: what the policies attach may name some. */
    default Verdict rated(Obligations obligations, boolean counted) {
        return UNANSWERED;
    }

    /** Returns what a person has approved of it where {@code deny} asks, or null. */
    default @Nullable RequestApproval approval(Decision.Deny deny) {
        return null;
    }

    /** What is tried out and not done, of which the policies say that. */
    static Operation tried(@Nullable CanonicalHost host, Supplier<Decision> policies) {
        return new Tried(host, policies);
    }

    /** At {@link Door#TRIAL}. */
    record Tried(@Nullable CanonicalHost host, Supplier<Decision> policies) implements Operation {
        @Override
        public Door door() {
            return Door.TRIAL;
        }

        @Override
        public Decision judged() {
            return policies.get();
        }
    }
}
