package io.sallyport.regoengine.value;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A Rego set, iterated in Rego's order. Immutable once sealed (see {@link RegoValue}). */
public final class RegoSet implements RegoValue {
    private static final RegoValue[] NOTHING = {};

    public static final RegoSet EMPTY = of(List.of());

    private @Nullable HashIndex index;
    private RegoValue[] elements = NOTHING;
    private int size;
    private int depth = 1;
    private int hash;
    private int weight;
    private boolean sorted = true;
    private boolean sealed;

    private RegoSet() {}

    public static RegoSet of(RegoValue... elements) {
        return of(List.of(elements));
    }

    /** Returns a sealed set; of equal elements the first is kept. */
    public static RegoSet of(Collection<? extends RegoValue> elements) {
        RegoSet set = growing();
        for (RegoValue element : elements) {
            set.add(element);
        }
        set.seal();
        return set;
    }

    /** Returns a set to which {@link #add} adds until it is sealed. */
    public static RegoSet growing() {
        return new RegoSet();
    }

    /**
     * Adds {@code element}; returns whether it was new.
     *
     * @throws IllegalStateException if this set is sealed
     */
    public boolean add(RegoValue element) {
        if (sealed) {
            throw new IllegalStateException("this set is sealed");
        }
        boolean last = size == 0 || (sorted && elements[size - 1].compareTo(element) < 0);
        if (!last && contains(element)) {
            return false;
        }
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, Math.max(4, size * 2));
        }
        sorted = last;
        elements[size] = element;
        index = HashIndex.added(index, elements, size++);
        depth = Math.max(depth, element.depth() + 1);
        hash = 0;
        weight = 0;
        return true;
    }

    public boolean contains(RegoValue element) {
        return HashIndex.find(index, elements, size, element) >= 0;
    }

    /** Returns the stored element that equals {@code element}, or null. */
    public @Nullable RegoValue find(RegoValue element) {
        int position = HashIndex.find(index, elements, size, element);
        return position < 0 ? null : elements[position];
    }

    public int size() {
        return size;
    }

    /** Returns the element at {@code place} in Rego's order, from 0. */
    public RegoValue at(int place) {
        sort();
        return elements[place];
    }

    /** Returns a view of the elements, in Rego's order, that cannot be changed. */
    public List<RegoValue> list() {
        sort();
        return Collections.unmodifiableList(Arrays.asList(elements).subList(0, size));
    }

    /** Returns a set, not sealed, of the elements that {@code wanted} accepts. */
    public RegoSet filter(Predicate<? super RegoValue> wanted) {
        RegoSet set = growing();
        for (RegoValue element : list()) {
            if (wanted.test(element)) {
                set.add(element);
            }
        }
        return set;
    }

    @Override
    public RegoKind kind() {
        return RegoKind.SET;
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
        for (int i = 0; i < size; i++) {
            elements[i].seal();
        }
        sort();
        sealed = true;
    }

    private void sort() {
        if (!sorted) {
            Arrays.sort(elements, 0, size);
            if (index != null) {
                index.rebuild(elements, size);
            }
            sorted = true;
        }
    }

    @Override
    public int compareTo(RegoValue other) {
        if (!(other instanceof RegoSet that)) {
            return kind().compareTo(other.kind());
        }
        sort();
        that.sort();
        return Arrays.compare(elements, 0, size, that.elements, 0, that.size);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof RegoSet that) || size != that.size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!that.contains(elements[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = 7;
            for (int i = 0; i < size; i++) {
                known += 31 * elements[i].hashCode();
            }
            hash = known;
        }
        return known;
    }

    /** Returns the set as a sorted JSON array, because JSON has no sets. */
    @Override
    public String toString() {
        return RegoJson.write(this);
    }
}
