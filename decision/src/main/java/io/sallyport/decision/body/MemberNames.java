package io.sallyport.decision.body;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.Arrays;
import java.util.List;

/**
 * The names of members that a protocol knows. Some targets take a name in any case, Go's {@code encoding/json} for one,
 * so a name that differs from a known one in case alone has two readings.
 */
public final class MemberNames {
    private final List<String> known;

    private MemberNames(List<String> known) {
        this.known = known;
    }

    public static MemberNames of(String... known) {
        return new MemberNames(Arrays.asList(known));
    }

    boolean areAllOf(RegoObject object) {
        for (int i = 0; i < object.size(); i++) {
            if (!known.contains(name(object, i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a member of {@code object} has a known name in another case. */
    public boolean haveTwinIn(RegoObject object) {
        for (int i = 0; i < object.size(); i++) {
            String name = name(object, i);
            if (!known.contains(name) && known.stream().anyMatch(name::equalsIgnoreCase)) {
                return true;
            }
        }
        return false;
    }

    private static String name(RegoObject object, int place) {
        return ((RegoString) object.keyAt(place)).text();
    }
}
