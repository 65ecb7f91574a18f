package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** A resolved statement. Immutable. */
public abstract class Node {
    /** Runs the statement on the locals of its function, where null means undefined; returns a {@link Signal}. */
    abstract int run(Run run, @Nullable RegoValue[] locals);

    /** Returns how deeply blocks are nested in it. */
    int nesting() {
        return 0;
    }
}
