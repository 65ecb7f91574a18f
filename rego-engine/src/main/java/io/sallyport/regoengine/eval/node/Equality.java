package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Compares values, and pays for large ones by their size. What is compared with another kind is not looked into. */
final class Equality {
    private Equality() {}

    /** Whether both are equal; undefined equals undefined only. One value needs no look at what it holds. */
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

    /** Most are texts, which is seen faster than their kind. */
    private static boolean isOfOneKind(RegoValue a, RegoValue b) {
        return a instanceof RegoString ? b instanceof RegoString : a.kind() == b.kind();
    }

    /** {@link #holds} for a text of weight 1, which costs nothing. */
    static boolean isText(@Nullable RegoValue value, RegoString text) {
        return value != null && text.equals(value);
    }

    /** Pays for hashing and comparing {@code key}. */
    static void payForKey(Run run, RegoValue key) {
        int weight = key.weight();
        if (weight > 1) {
            run.fuel.steps(weight);
        }
    }
}
