package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Looks up keys in values. */
final class Lookup {
    private Lookup() {}

    /** Returns the element of {@code from} at {@code key}, or null; scalars have no elements. */
    static @Nullable RegoValue find(Run run, RegoValue from, RegoValue key) {
        if (from instanceof RegoObject object) {
            Equality.payForKey(run, key);
            return object.get(key);
        }
        if (from instanceof RegoArray array) {
            return key instanceof RegoNumber number ? element(array, number) : null;
        }
        if (from instanceof RegoSet set) {
            Equality.payForKey(run, key);
            return set.find(key);
        }
        return null;
    }

    /** As {@link #find}, for a key of weight 1, which costs nothing. */
    static @Nullable RegoValue field(RegoValue from, RegoString key) {
        if (from instanceof EntryObject object) {
            return object.get(key);
        }
        if (from instanceof RegoObject object) {
            return object.get(key);
        }
        return from instanceof RegoSet set ? set.find(key) : null;
    }

    private static @Nullable RegoValue element(RegoArray array, RegoNumber number) {
        long index = number.longValue();
        return number.isLong() && index >= 0 && index < array.size() ? array.get((int) index) : null;
    }
}
