package io.sallyport.regoengine.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An object that stores its entries. Immutable once sealed (see {@link RegoValue}). */
public final class EntryObject extends RegoObject {
    private static final RegoValue[] NOTHING = {};

    public static final EntryObject EMPTY = new EntryObject().sealed();

    private @Nullable HashIndex index;
    private RegoValue[] keys = NOTHING;
    private RegoValue[] values = NOTHING;
    private int size;
    private int depth = 1;
    private int hash;
    private int weight;
    private boolean sorted = true;
    private boolean sealed;

    EntryObject() {}

    /** Creates an object with space for {@code capacity} entries. */
    EntryObject(int capacity) {
        keys = new RegoValue[capacity];
        values = new RegoValue[capacity];
    }

    /**
     * Sets the value of {@code key}, replacing an existing one.
     *
     * @throws IllegalStateException if this object is sealed
     */
    public void put(RegoValue key, RegoValue value) {
        if (sealed) {
            throw new IllegalStateException("this object is sealed");
        }
        boolean last = size == 0 || (sorted && keys[size - 1].compareTo(key) < 0);
        int position = last ? -1 : HashIndex.find(index, keys, size, key);
        if (position >= 0) {
            values[position] = value;
        } else {
            sorted = last;
            add(key, value);
        }
        depth = Math.max(depth, value.depth() + 1);
        hash = 0;
        weight = 0;
    }

    @Override
    public boolean isReadUnnoticed(RegoValue key) {
        return true;
    }

    /** As {@link #put}, for a string key. */
    public EntryObject put(String key, RegoValue value) {
        put(RegoString.named(key), value);
        return this;
    }

    private void add(RegoValue key, RegoValue value) {
        if (size == keys.length) {
            int capacity = Math.max(4, size * 2);
            keys = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        keys[size] = key;
        values[size] = value;
        index = HashIndex.added(index, keys, size++);
        depth = Math.max(depth, key.depth() + 1);
    }

    /** Seals this object and returns it. */
    public EntryObject sealed() {
        seal();
        return this;
    }

    @Override
    public @Nullable RegoValue get(RegoValue key) {
        int position = HashIndex.find(index, keys, size, key);
        return position < 0 ? null : values[position];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public RegoValue keyAt(int place) {
        sort();
        return keys[place];
    }

    @Override
    public RegoValue valueAt(int place) {
        sort();
        return values[place];
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
                sum += (long) keys[i].weight() + values[i].weight();
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
            keys[i].seal();
            values[i].seal();
        }
        sort();
        if (size < keys.length) {
            keys = Arrays.copyOf(keys, size);
            values = Arrays.copyOf(values, size);
        }
        sealed = true;
    }

    private void sort() {
        if (!sorted) {
            EntryOrder.sort(keys, values, size);
            if (index != null) {
                index.rebuild(keys, size);
            }
            sorted = true;
        }
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = 11;
            for (int i = 0; i < size; i++) {
                known += hashOf(keys[i], values[i]);
            }
            hash = known;
        }
        return known;
    }
}
