package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Compares values and charges fuel for large ones by their size. Values of different kinds are not inspected. */
final class Equality {
    private Equality() {}

    /**
     * Returns whether both are equal; undefined equals only undefined. A value is equal to itself without inspection.
     */
    @SuppressWarnings("ReferenceEquality")
    static boolean holds(Run run, @Nullable RegoValue a, @Nullable RegoValue b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || !isOfOneKind(a, b)) {
            return false;
        }
        if (a.weight() > 1 && b.weight() > 1) {
            run.fuel.steps(Math.min(a.weight(), b.weight()));
        }
        return a.equals(b);
    }

    /** Most values are strings, which is faster to check than the kind. */
    private static boolean isOfOneKind(RegoValue a, RegoValue b) {
        return a instanceof RegoString ? b instanceof RegoString : a.kind() == b.kind();
    }

    /** As {@link #holds}, for a string of weight 1, which costs nothing. */
    static boolean isText(@Nullable RegoValue value, RegoString text) {
        return value != null && text.equals(value);
    }

    /** Charges for hashing and comparing {@code key}. */
    static void payForKey(Run run, RegoValue key) {
        int weight = key.weight();
        if (weight > 1) {
            run.fuel.steps(weight);
        }
    }
}
