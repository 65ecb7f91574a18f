package io.sallyport.regoengine.value;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the position of a key among the keys of an object or a set, which store the keys themselves.
 *
 * <p>A few keys are scanned linearly and have no index. More keys have a hash table with open addressing. Keys may come
 * from an attacker who knows how Java hashes strings: a key that would need too many probes turns the table into a
 * tree, so that every look-up stays logarithmic. Confined to the owner's thread while keys are added.
 */
final class HashIndex {
    private static final int SCANNED = 8;
    private static final int MAX_PROBES = 64;
    private static final int[] NO_TABLE = {};

    private int[] table = NO_TABLE; // position + 1, or 0 if free; the length is a power of two
    private int shift;
    private @Nullable TreeMap<RegoValue, Integer> tree;

    /**
     * Returns the position of {@code key} among the first {@code size} of {@code keys}, or -1; {@code index} is null
     * for few keys.
     */
    static int find(@Nullable HashIndex index, RegoValue[] keys, int size, RegoValue key) {
        if (index == null) {
            return scan(keys, size, key);
        }
        return index.tree == null ? index.probe(keys, key) : index.tree.getOrDefault(key, -1);
    }

    /**
     * Returns the index after {@code keys[position]} was added, which must be new: {@code index} itself, or the first
     * one.
     */
    static @Nullable HashIndex added(@Nullable HashIndex index, RegoValue[] keys, int position) {
        if (position < SCANNED) {
            return null;
        }
        HashIndex grown = index == null ? new HashIndex() : index;
        grown.add(keys, position);
        return grown;
    }

    private void add(RegoValue[] keys, int position) {
        int size = position + 1;
        if (tree != null) {
            tree.put(keys[position], position);
        } else if (table.length < size * 2) {
            rebuild(keys, size);
        } else {
            place(keys, size, position);
        }
    }

    /** Rebuilds the index after keys changed their positions. */
    void rebuild(RegoValue[] keys, int size) {
        tree = null;
        table = new int[Integer.highestOneBit(size - 1) << 2];
        shift = Integer.numberOfLeadingZeros(table.length) + 1;
        for (int i = 0; i < size && tree == null; i++) {
            place(keys, size, i);
        }
    }

    /** Most keys are shared names, which identity finds without comparing text. */
    @SuppressWarnings("ReferenceEquality")
    private static int scan(RegoValue[] keys, int size, RegoValue key) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        if (key instanceof RegoString text) {
            return scan(keys, size, text);
        }
        for (int i = 0; i < size; i++) {
            if (key.equals(keys[i])) {
                return i;
            }
        }
        return -1;
    }

    /** Names of the same length are common; strings cache their hash, which tells them apart. */
    private static int scan(RegoValue[] keys, int size, RegoString key) {
        int hash = key.hashCode();
        for (int i = 0; i < size; i++) {
            if (keys[i] instanceof RegoString name && name.hashCode() == hash && name.equals(key)) {
                return i;
            }
        }
        return -1;
    }

    private int probe(RegoValue[] keys, RegoValue key) {
        for (int slot = slotOf(key); ; slot = (slot + 1) & (table.length - 1)) {
            int position = table[slot] - 1;
            if (position < 0 || key.equals(keys[position])) {
                return position;
            }
        }
    }

    private void place(RegoValue[] keys, int size, int position) {
        int slot = slotOf(keys[position]);
        for (int probes = 0; table[slot] != 0; probes++) {
            if (probes == MAX_PROBES) {
                plant(keys, size);
                return;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = position + 1;
    }

    private void plant(RegoValue[] keys, int size) {
        TreeMap<RegoValue, Integer> planted = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            planted.put(keys[i], i);
        }
        tree = planted;
        table = NO_TABLE;
    }

    private int slotOf(RegoValue key) {
        return (key.hashCode() * 0x9E3779B9) >>> shift;
    }
}
