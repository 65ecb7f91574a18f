package io.sallyport.decision;

import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * One operation at one of the doors: what binds it there. {@link PolicyChain#admit} asks in the order that all doors have in
 * common. Confined to its thread; every method returns at once.
 */
@FunctionalInterface
public interface Operation {
    /** What holds it back, or is closed to everyone, whatever policy says; null where nothing does. */
    default @Nullable ReasonCode held() {
        return null;
    }

    /** What the policies say; a deny also where what they attach cannot be met here. */
    Decision judged();

    /** What there is too much of just now, asked without counting anything; null where there is room. */
    default @Nullable ReasonCode crowded() {
        return null;
    }

    /** The same, asked last of all, and counted where there is room. */
    default @Nullable ReasonCode counted() {
        return crowded();
    }
}
