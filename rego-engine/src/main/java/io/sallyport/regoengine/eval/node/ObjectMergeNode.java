package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Merges the values of rules into the data at the same path. */
public final class ObjectMergeNode extends Node {
    private final int a;
    private final int b;
    private final int target;

    public ObjectMergeNode(int a, int b, int target) {
        this.a = a;
        this.b = b;
        this.target = target;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue merged = merged(run, locals[a], locals[b]);
        locals[target] = merged;
        return merged == null ? Signal.UNDEFINED : Signal.NEXT;
    }

    static @Nullable RegoValue merged(Run run, @Nullable RegoValue first, @Nullable RegoValue second) {
        return first == null || second == null ? second : merge(run, first, second);
    }

    /** If the two values are not both objects, the first wins (OPA: {@code opa_value_merge}). */
    private static RegoValue merge(Run run, RegoValue first, RegoValue second) {
        if (!(first instanceof RegoObject one) || !(second instanceof RegoObject other)) {
            return first;
        }
        run.fuel.makeValues(2L * (one.size() + other.size()));
        EntryObject merged = RegoObject.growing();
        for (int i = 0; i < other.size(); i++) {
            merged.put(other.keyAt(i), other.valueAt(i));
        }
        for (int i = 0; i < one.size(); i++) {
            RegoValue shared = other.get(one.keyAt(i));
            merged.put(one.keyAt(i), shared == null ? one.valueAt(i) : merge(run, one.valueAt(i), shared));
        }
        return merged;
    }
}
