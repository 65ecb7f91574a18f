package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.RunFailure;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Adds an element to a set under construction. */
public final class SetAddNode extends Node {
    private final Source value;
    private final int set;
    private final Position position;

    public SetAddNode(Source value, int set, Position position) {
        this.value = value;
        this.set = set;
        this.position = position;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        add(run, locals[set], value.read(locals), position);
        return Signal.NEXT;
    }

    static void add(Run run, @Nullable RegoValue set, @Nullable RegoValue element, Position position) {
        if (!(set instanceof RegoSet growing) || element == null) {
            throw RunFailure.internal("no set to add to", position);
        }
        GrowthLimit.pay(run);
        Equality.payForKey(run, element);
        growing.add(element);
        GrowthLimit.check(growing);
    }
}
