package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Undefined unless an operand is of a kind. */
public final class IsKindNode extends Node {
    private final Source source;
    private final RegoKind kind;

    public IsKindNode(Source source, RegoKind kind) {
        this.source = source;
        this.kind = kind;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue value = source.read(locals);
        return value != null && value.kind() == kind ? Signal.NEXT : Signal.UNDEFINED;
    }
}
