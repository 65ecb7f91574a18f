package io.sallyport.regoengine.builtin.collection;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Resolves one step of a reference into a value. */
public final class Lookups {
    private Lookups() {}

    /**
     * Returns the element at {@code key} of an object, an array (by index) or a set (the element itself), or null if
     * there is none.
     */
    public static @Nullable RegoValue at(RegoValue in, RegoValue key) {
        return switch (in) {
            case RegoObject object -> object.get(key);
            case RegoSet set -> set.find(key);
            case RegoArray array -> at(array, key);
            default -> null;
        };
    }

    private static @Nullable RegoValue at(RegoArray array, RegoValue key) {
        if (key instanceof RegoNumber index && index.isLong()) {
            long place = index.longValue();
            return place >= 0 && place < array.size() ? array.get((int) place) : null;
        }
        return null;
    }
}
