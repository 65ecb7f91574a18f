package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The grants of one cover that have conditions, by the literal beginning of their paths. Confined to its builder. */
final class PathTable {
    private static final int NONE = -1;

    private final Map<String, Slot> slots = new HashMap<>();

    /** The grants at one prefix: the first without conditions, and the first for each set of conditions. */
    private static final class Slot {
        private int free = NONE;
        private final Map<RequestConditions, Integer> bound = new LinkedHashMap<>();
    }

    void add(int number, Grant.Net grant) {
        Slot slot = slots.computeIfAbsent(PathKey.of(grant.path()).prefix(), _ -> new Slot());
        RequestConditions conditions = RequestConditions.of(grant);
        if (!conditions.areNone()) {
            slot.bound.putIfAbsent(conditions, number);
        } else if (slot.free == NONE) {
            slot.free = number;
        }
    }

    RegoObject value() {
        Map<String, RegoValue> values = new HashMap<>();
        slots.forEach((prefix, slot) -> values.put(prefix, value(slot)));
        return RegoObject.of(values);
    }

    private static RegoObject value(Slot slot) {
        EntryObject object = RegoObject.growing();
        if (slot.free != NONE) {
            object.put("free", RegoNumber.of(slot.free));
        }
        if (!slot.bound.isEmpty()) {
            List<RegoObject> bound = new ArrayList<>();
            slot.bound.forEach((conditions, number) -> bound.add(conditions.bound(number)));
            object.put("bound", RegoArray.of(bound));
        }
        return object.sealed();
    }
}
