package io.sallyport.regoengine.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds all positions of an element of an array. Immutable once built. Takes 8 to 16 bytes for each element; where
 * elements are equal, 16 more.
 */
final class ElementIndex {
    private static final int NONE = -1;

    /** The elements without those that are equal to an earlier one. */
    private final RegoValue[] distinct;

    private final @Nullable HashIndex index;

    /** The position of each distinct element, and that of the next equal one by position; null if all are distinct. */
    private final int @Nullable [] first;

    private final int @Nullable [] next;

    private final int size;

    private ElementIndex(
            RegoValue[] distinct, int size, @Nullable HashIndex index, int @Nullable [] first, int @Nullable [] next) {
        this.distinct = distinct;
        this.size = size;
        this.index = index;
        this.first = first;
        this.next = next;
    }

    /** @param elements are not copied, and must not change */
    static ElementIndex of(RegoValue[] elements, int count) {
        RegoValue[] distinct = new RegoValue[count];
        int[] first = new int[count];
        int[] last = new int[count];
        int[] next = new int[count];
        Arrays.fill(next, NONE);
        HashIndex index = null;
        int size = 0;
        for (int i = 0; i < count; i++) {
            int known = HashIndex.find(index, distinct, size, elements[i]);
            if (known >= 0) {
                next[last[known]] = i;
                last[known] = i;
            } else {
                distinct[size] = elements[i];
                first[size] = i;
                last[size] = i;
                index = HashIndex.added(index, distinct, size++);
            }
        }
        return size == count
                ? new ElementIndex(elements, count, index, null, null)
                : new ElementIndex(Arrays.copyOf(distinct, size), size, index, Arrays.copyOf(first, size), next);
    }

    /** Returns the first position of {@code element}, or -1. */
    int first(RegoValue element) {
        int found = HashIndex.find(index, distinct, size, element);
        return found < 0 || first == null ? found : first[found];
    }

    /** Returns the position of the next element that is equal to the one at {@code position}, or -1. */
    int next(int position) {
        return next == null ? NONE : next[position];
    }
}
