package io.sallyport.regoengine.value;

import java.util.Arrays;
import java.util.Comparator;

/** Sorts the entries of an object by key. */
final class EntryOrder {
    private EntryOrder() {}

    static void sort(RegoValue[] keys, RegoValue[] values, int size) {
        Entry[] entries = new Entry[size];
        for (int i = 0; i < size; i++) {
            entries[i] = new Entry(keys[i], values[i]);
        }
        Arrays.sort(entries, Comparator.comparing(Entry::key));
        for (int i = 0; i < size; i++) {
            keys[i] = entries[i].key;
            values[i] = entries[i].value;
        }
    }

    private record Entry(RegoValue key, RegoValue value) {}
}
