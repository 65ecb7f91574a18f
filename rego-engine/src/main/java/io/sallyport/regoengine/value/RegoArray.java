package io.sallyport.regoengine.value;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Rego array. Immutable once sealed (see {@link RegoValue}). */
public final class RegoArray implements RegoValue {
    private static final RegoValue[] NOTHING = {};

    public static final RegoArray EMPTY = of();

    private RegoValue[] elements;
    private int size;
    private int depth = 1;
    private int hash;
    private int weight;
    private boolean sealed;
    private @Nullable ElementIndex index;

    private RegoArray(RegoValue[] elements, int size) {
        this.elements = elements;
        this.size = size;
    }

    /** Returns a sealed array of {@code elements}; takes ownership of the Java array. */
    public static RegoArray of(RegoValue... elements) {
        RegoArray array = new RegoArray(elements, elements.length);
        for (RegoValue element : elements) {
            array.depth = Math.max(array.depth, element.depth() + 1);
        }
        array.seal();
        return array;
    }

    public static RegoArray of(Collection<? extends RegoValue> elements) {
        return of(elements.toArray(NOTHING));
    }

    /** Returns an array to which {@link #append} adds until it is sealed. */
    public static RegoArray growing(int capacity) {
        return new RegoArray(capacity == 0 ? NOTHING : new RegoValue[capacity], 0);
    }

    /**
     * Appends {@code element}.
     *
     * @throws IllegalStateException if this array is sealed
     */
    public void append(RegoValue element) {
        if (sealed) {
            throw new IllegalStateException("this array is sealed");
        }
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, Math.max(4, size * 2));
        }
        elements[size++] = element;
        depth = Math.max(depth, element.depth() + 1);
        hash = 0;
        weight = 0;
    }

    public int size() {
        return size;
    }

    /**
     * Returns the element at {@code index}.
     *
     * @throws IndexOutOfBoundsException unless {@code 0 <= index < size}
     */
    public RegoValue get(int index) {
        if (index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        return elements[index];
    }

    /** Returns a view of the elements that cannot be changed. */
    public List<RegoValue> list() {
        return Collections.unmodifiableList(Arrays.asList(elements).subList(0, size));
    }

    /**
     * Makes {@link #first} take constant time, for 8 to 16 bytes for each element. Before the array is shared.
     *
     * @throws IllegalStateException unless this array is sealed
     */
    void indexElements() {
        if (!sealed) {
            throw new IllegalStateException("this array is not sealed");
        }
        if (index == null) {
            index = ElementIndex.of(elements, size);
        }
    }

    /** Returns whether {@link #first} takes constant time ({@link ElementIndexes}). */
    public boolean isIndexed() {
        return index != null;
    }

    /** Returns the position of the first element that equals {@code element}, or -1. */
    public int first(RegoValue element) {
        if (index != null) {
            return index.first(element);
        }
        for (int i = 0; i < size; i++) {
            if (elements[i].equals(element)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the position of the next element that equals the one at {@code position}, or -1; of an indexed array. */
    public int next(int position) {
        return index == null ? -1 : index.next(position);
    }

    /** Returns the elements from {@code from} (inclusive) to {@code to} (exclusive) as a sealed array. */
    public RegoArray slice(int from, int to) {
        return of(Arrays.copyOfRange(elements, from, Math.min(to, size)));
    }

    @Override
    public RegoKind kind() {
        return RegoKind.ARRAY;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int weight() {
        int known = weight;
        if (known == 0) {
            long sum = 1;
            for (int i = 0; i < size; i++) {
                sum += elements[i].weight();
            }
            known = (int) Math.min(sum, Integer.MAX_VALUE);
            weight = known;
        }
        return known;
    }

    @Override
    public void seal() {
        if (sealed) {
            return;
        }
        sealed = true;
        for (int i = 0; i < size; i++) {
            elements[i].seal();
        }
    }

    @Override
    public int compareTo(RegoValue other) {
        if (!(other instanceof RegoArray that)) {
            return kind().compareTo(other.kind());
        }
        return Arrays.compare(elements, 0, size, that.elements, 0, that.size);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof RegoArray that && Arrays.equals(elements, 0, size, that.elements, 0, that.size);
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = 1;
            for (int i = 0; i < size; i++) {
                known = 31 * known + elements[i].hashCode();
            }
            hash = known;
        }
        return known;
    }

    /** Returns the array as JSON. */
    @Override
    public String toString() {
        return RegoJson.write(this);
    }
}
