package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The elements of a collection by index, in order; scalars have none. */
final class Scan {
    private Scan() {}

    static boolean reaches(@Nullable RegoValue scanned, int place) {
        if (scanned instanceof RegoArray array) {
            return place < array.size();
        }
        if (scanned instanceof RegoObject object) {
            return place < object.size();
        }
        return scanned instanceof RegoSet set && place < set.size();
    }

    static RegoValue key(RegoValue scanned, int place) {
        if (scanned instanceof RegoArray) {
            return RegoNumber.of(place);
        }
        return scanned instanceof RegoObject object ? object.keyAt(place) : ((RegoSet) scanned).at(place);
    }

    static RegoValue value(RegoValue scanned, int place) {
        if (scanned instanceof RegoArray array) {
            return array.get(place);
        }
        return scanned instanceof RegoObject object ? object.valueAt(place) : ((RegoSet) scanned).at(place);
    }
}
