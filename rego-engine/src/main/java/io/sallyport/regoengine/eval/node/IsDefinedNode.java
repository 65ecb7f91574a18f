package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Undefined unless a local has a value (or has none, depending on {@code wanted}). */
public final class IsDefinedNode extends Node {
    private final int source;
    private final boolean wanted;

    public IsDefinedNode(int source, boolean wanted) {
        this.source = source;
        this.wanted = wanted;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        return (locals[source] != null) == wanted ? Signal.NEXT : Signal.UNDEFINED;
    }
}
