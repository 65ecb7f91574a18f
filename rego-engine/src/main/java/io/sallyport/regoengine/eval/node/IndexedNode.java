package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Undefined where a condition that OPA's index of rules compares surely does not hold. */
public final class IndexedNode extends Node {
    private final int local;
    private final RegoString[] keys;
    private final @Nullable RegoValue constant;

    public IndexedNode(int local, List<RegoString> keys, @Nullable RegoValue constant) {
        this.local = local;
        this.keys = keys.toArray(RegoString[]::new);
        this.constant = constant;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        return mayHold(locals[local], keys, constant) ? Signal.NEXT : Signal.UNDEFINED;
    }

    /**
     * Returns whether the value at {@code keys} may be {@code constant}, or be defined at all if that is null. It may
     * be anything where reading it could be noted: nothing is read then.
     */
    static boolean mayHold(@Nullable RegoValue from, RegoString[] keys, @Nullable RegoValue constant) {
        RegoValue found = from;
        for (RegoString key : keys) {
            if (found instanceof RegoSet || (found instanceof RegoObject object && !object.isReadUnnoticed(key))) {
                return true;
            }
            found = found instanceof RegoObject object ? object.get(key) : null;
        }
        return found != null && (constant == null || isEqual(found, constant));
    }

    private static boolean isEqual(RegoValue found, RegoValue scalar) {
        return found.kind() == scalar.kind() && found.equals(scalar);
    }
}
