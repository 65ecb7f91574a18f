package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code with} put into data: the data in force, and the paths in it below which nothing stands in OPA's storage. A part of
 * data that is put elsewhere, as under {@code with data.a as data.b}, is copied, so as to stand there alone. Immutable.
 *
 * @param paths an empty one is all of data
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

    /** The same value as another one, down to its scalars; pays for what it makes. */
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

    /** These, and one more, of which {@code changed} is the data. */
    Replacements at(RegoString[] path, @Nullable RegoValue changed) {
        List<List<RegoString>> all = new ArrayList<>(paths);
        all.add(List.of(path));
        return new Replacements(changed, all);
    }

    @SuppressWarnings("ReferenceEquality") // an equal one need not have been given
    boolean isOf(@Nullable RegoValue other) {
        return data == other;
    }

    /** Whether {@code part}, itself and not its equal, stands below one of the paths; pays a step for each value looked at. */
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
            switch (value) {
                case RegoObject object -> object.forEach((_, inner) -> next.add(inner));
                case RegoArray array -> {
                    for (int i = 0; i < array.size(); i++) {
                        next.add(array.get(i));
                    }
                }
                case RegoSet set -> {
                    for (int i = 0; i < set.size(); i++) {
                        next.add(set.at(i));
                    }
                }
                default -> {}
            }
        }
        return false;
    }
}
