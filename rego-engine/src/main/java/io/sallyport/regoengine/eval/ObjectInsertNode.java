package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Sets the value of a key in an object that is being made; where it is once only, another value there is a conflict. */
final class ObjectInsertNode extends Node {
    private final Source key;
    private final Source value;
    private final int object;
    private final boolean once;
    private final Position position;

    ObjectInsertNode(Source key, Source value, int object, boolean once, Position position) {
        this.key = key;
        this.value = value;
        this.object = object;
        this.once = once;
        this.position = position;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue under = key.read(locals);
        RegoValue inserted = value.read(locals);
        if (!(locals[object] instanceof EntryObject growing) || under == null || inserted == null) {
            throw RunFailure.internal("no object to insert into", position);
        }
        Growth.pay(run);
        Equality.payForKey(run, under);
        if (!once || isNew(run, growing.get(under), inserted)) {
            growing.put(under, inserted);
            Growth.check(growing);
        }
        return Signal.NEXT;
    }

    private boolean isNew(Run run, @Nullable RegoValue held, RegoValue inserted) {
        if (held != null && !Equality.holds(run, held, inserted)) {
            throw new RunFailure(FailureKind.CONFLICT, "object keys must be unique", position);
        }
        return held == null;
    }
}
