package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.RunFailure;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * Sets the value of a key in an object under construction. With {@code once}, another value at the key is a conflict.
 */
public final class ObjectInsertNode extends Node {
    private final Source key;
    private final Source value;
    private final int object;
    private final boolean once;
    private final Position position;

    public ObjectInsertNode(Source key, Source value, int object, boolean once, Position position) {
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
        if (once) {
            insertOnce(run, locals[object], under, inserted, position);
        } else {
            insert(run, locals[object], under, inserted, position);
        }
        return Signal.NEXT;
    }

    static void insert(
            Run run,
            @Nullable RegoValue object,
            @Nullable RegoValue key,
            @Nullable RegoValue value,
            Position position) {
        if (!(object instanceof EntryObject growing) || key == null || value == null) {
            throw RunFailure.internal("no object to insert into", position);
        }
        GrowthLimit.pay(run);
        Equality.payForKey(run, key);
        growing.put(key, value);
        GrowthLimit.check(growing);
    }

    static void insertOnce(
            Run run,
            @Nullable RegoValue object,
            @Nullable RegoValue key,
            @Nullable RegoValue value,
            Position position) {
        if (!(object instanceof EntryObject growing) || key == null || value == null) {
            throw RunFailure.internal("no object to insert into", position);
        }
        GrowthLimit.pay(run);
        Equality.payForKey(run, key);
        if (isNew(run, growing.get(key), value, position)) {
            growing.put(key, value);
            GrowthLimit.check(growing);
        }
    }

    private static boolean isNew(Run run, @Nullable RegoValue held, RegoValue inserted, Position position) {
        if (held != null && !Equality.holds(run, held, inserted)) {
            throw new RunFailure(FailureKind.CONFLICT, "object keys must be unique", position);
        }
        return held == null;
    }
}
