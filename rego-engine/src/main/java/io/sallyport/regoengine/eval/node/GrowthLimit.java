package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.value.RegoValue;

/** Bounds what collections grow to. */
final class GrowthLimit {
    /** The deepest value that an evaluation may make. */
    static final int MAX_DEPTH = 500;

    /** Bytes of an element, beside its value. */
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
