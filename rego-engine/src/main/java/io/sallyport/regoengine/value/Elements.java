package io.sallyport.regoengine.value;

import org.jspecify.annotations.Nullable;

/** The elements of a collection by index, in order; scalars have none. */
public final class Elements {
    private Elements() {}

    /** Returns the number of elements. */
    public static int size(@Nullable RegoValue scanned) {
        if (scanned instanceof RegoArray array) {
            return array.size();
        }
        if (scanned instanceof RegoObject object) {
            return object.size();
        }
        return scanned instanceof RegoSet set ? set.size() : 0;
    }

    public static boolean reaches(@Nullable RegoValue scanned, int place) {
        return place < size(scanned);
    }

    public static RegoValue key(RegoValue scanned, int place) {
        if (scanned instanceof RegoArray) {
            return RegoNumber.of(place);
        }
        return scanned instanceof RegoObject object ? object.keyAt(place) : ((RegoSet) scanned).at(place);
    }

    public static RegoValue value(RegoValue scanned, int place) {
        if (scanned instanceof RegoArray array) {
            return array.get(place);
        }
        return scanned instanceof RegoObject object ? object.valueAt(place) : ((RegoSet) scanned).at(place);
    }
}
