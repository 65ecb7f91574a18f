package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of {@code with} on data: the data in force, and the paths below which it does not come from OPA's storage.
 * A part of data that is placed elsewhere, as under {@code with data.a as data.b}, is copied, so that the copy can be
 * told from the original. Immutable.
 *
 * @param paths an empty path means all of data
 */
record Replacements(@Nullable RegoValue data, List<List<RegoString>> paths) {
    Replacements {
        paths = List.copyOf(paths);
    }

    static Replacements none(RegoValue data) {
        return new Replacements(data, List.of());
    }

    static Replacements whole(@Nullable RegoValue data) {
        return new Replacements(data, List.of(List.of()));
    }

    /** Returns a deep copy of a value, sharing only scalars; charges for the values it creates. */
    static RegoValue copy(RegoValue value, Fuel fuel) {
        if (value instanceof RegoArray array && array.size() > 0) {
            fuel.makeValues(array.size());
            RegoValue[] elements = new RegoValue[array.size()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = copy(array.get(i), fuel);
            }
            return RegoArray.of(elements);
        }
        if (value instanceof EntryObject object && object.size() > 0) {
            fuel.makeValues(2L * object.size());
            EntryObject copied = RegoObject.growing(object.size());
            for (int i = 0; i < object.size(); i++) {
                copied.put(object.keyAt(i), copy(object.valueAt(i), fuel));
            }
            return copied.sealed();
        }
        return value;
    }

    /** Returns these replacements and one more, with {@code changed} as the data. */
    Replacements at(RegoString[] path, @Nullable RegoValue changed) {
        List<List<RegoString>> all = new ArrayList<>(paths);
        all.add(List.of(path));
        return new Replacements(changed, all);
    }

    @SuppressWarnings("ReferenceEquality") // identity is intended: an equal value may be another one
    boolean isOf(@Nullable RegoValue other) {
        return data == other;
    }

    /**
     * Returns whether {@code part} itself, and not only an equal value, is below one of the paths; charges a step per
     * visited value.
     */
    boolean contain(RegoValue part, Fuel fuel) {
        for (List<RegoString> path : paths) {
            RegoValue at = data;
            for (RegoString step : path) {
                at = at instanceof RegoObject object ? object.get(step) : null;
            }
            if (at != null && holds(at, part, fuel)) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean holds(RegoValue whole, RegoValue part, Fuel fuel) {
        Deque<RegoValue> next = new ArrayDeque<>(List.of(whole));
        while (!next.isEmpty()) {
            RegoValue value = next.remove();
            fuel.step();
            if (value == part) {
                return true;
            }
            for (int i = 0; Elements.reaches(value, i); i++) {
                next.add(Elements.value(value, i));
            }
        }
        return false;
    }
}
