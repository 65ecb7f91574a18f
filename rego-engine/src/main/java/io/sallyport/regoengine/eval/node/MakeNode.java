package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Sets a local to a new collection that later nodes fill. */
public final class MakeNode extends Node {
    /** The bytes of an empty collection. */
    private static final int BYTES = 64;

    /**
     * The maximum number of entries for which space is reserved in an object; further entries are charged as they are
     * added.
     */
    private static final int MAX_ROOM = 8;

    private final RegoKind kind;
    private final int capacity;
    private final int target;

    public MakeNode(RegoKind kind, int capacity, int target) {
        this.kind = kind;
        this.capacity = capacity;
        this.target = target;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        locals[target] = switch (kind) {
            case ARRAY -> array(run, capacity);
            case OBJECT -> object(run, capacity);
            default -> set(run);
        };
        return Signal.NEXT;
    }

    static RegoValue array(Run run, int capacity) {
        run.fuel.take(BYTES);
        return RegoArray.growing(capacity);
    }

    static RegoValue object(Run run, int capacity) {
        run.fuel.take(BYTES);
        return RegoObject.growing(Math.min(capacity, MAX_ROOM));
    }

    static RegoValue set(Run run) {
        run.fuel.take(BYTES);
        return RegoSet.growing();
    }
}
