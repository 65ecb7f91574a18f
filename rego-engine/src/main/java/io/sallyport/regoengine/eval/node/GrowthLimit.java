package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.value.RegoValue;

/** Limits the growth of collections. */
final class GrowthLimit {
    /** The maximum depth of a value that an evaluation creates. */
    static final int MAX_DEPTH = 500;

    /** The bytes of an element in addition to its value. */
    private static final int ELEMENT_BYTES = 24;

    private GrowthLimit() {}

    static void pay(Run run) {
        run.fuel.take(ELEMENT_BYTES);
    }

    static void check(RegoValue grown) {
        if (grown.depth() > MAX_DEPTH) {
            throw new LimitExceeded("depth of a value", MAX_DEPTH, "levels", "fixed");
        }
    }
}
