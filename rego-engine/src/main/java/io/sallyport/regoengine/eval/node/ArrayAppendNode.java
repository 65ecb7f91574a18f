package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.RunFailure;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Appends an element to an array under construction. */
public final class ArrayAppendNode extends Node {
    private final Source value;
    private final int array;
    private final Position position;

    public ArrayAppendNode(Source value, int array, Position position) {
        this.value = value;
        this.array = array;
        this.position = position;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        append(run, locals[array], value.read(locals), position);
        return Signal.NEXT;
    }

    static void append(Run run, @Nullable RegoValue array, @Nullable RegoValue element, Position position) {
        if (!(array instanceof RegoArray growing) || element == null) {
            throw RunFailure.internal("no array to add to", position);
        }
        GrowthLimit.pay(run);
        growing.append(element);
        GrowthLimit.check(growing);
    }
}
