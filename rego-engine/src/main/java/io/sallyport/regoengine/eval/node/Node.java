package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** A statement, resolved. Immutable. */
public abstract class Node {
    /** Runs it on the locals of its function, where null is undefined; answers with a {@link Signal}. */
    abstract int run(Run run, @Nullable RegoValue[] locals);

    /** How many blocks nest in it. */
    int nesting() {
        return 0;
    }
}
