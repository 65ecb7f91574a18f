package io.sallyport.auditstore.index;

import java.util.Arrays;

/**
 * Sums for combinations of up to three numbers. An open hash table, since a map with boxed keys takes ten times as long
 * over ten million records. Confined to one thread.
 */
final class Cells {
    /** How many combinations it holds. */
    static final int MAX_CELLS = 1 << 18;

    static final int KEYS = 3;
    private static final int FIRST_SLOTS = 1 << 10;
    private static final int EMPTY = -1;

    private int[] keys = new int[FIRST_SLOTS * KEYS];
    private long[] records = new long[FIRST_SLOTS];
    private long[] requests = new long[FIRST_SLOTS];
    private long[] last = new long[FIRST_SLOTS];
    private int mask = FIRST_SLOTS - 1;
    private int size;
    private long foldedRecords;
    private long foldedRequests;

    /** Receives one combination and its sums. */
    interface Receiver<E extends Exception> {
        void cell(int[] keys, long records, long requests, long last) throws E;
    }

    Cells() {
        Arrays.fill(keys, EMPTY);
    }

    /**
     * Adds records; those of a combination too many are {@linkplain #fold folded}.
     *
     * @param a a number from 0; the same holds for {@code b} and {@code c}
     * @param newest what stands for the last of them, which comes after all that were added before
     */
    void add(int a, int b, int c, long addedRecords, long addedRequests, long newest) {
        int slot = added(a, b, c, addedRecords, addedRequests);
        if (slot != EMPTY) {
            last[slot] = newest;
        }
    }

    /**
     * Adds records that come before all that were added before.
     *
     * @param newest what stands for the last of them
     */
    void addOlder(int a, int b, int c, long addedRecords, long addedRequests, long newest) {
        int slot = added(a, b, c, addedRecords, addedRequests);
        if (slot != EMPTY && records[slot] == addedRecords) {
            last[slot] = newest;
        }
    }

    private int added(int a, int b, int c, long addedRecords, long addedRequests) {
        int slot = slot(a, b, c);
        if (keys[slot * KEYS] == EMPTY) {
            if (size == MAX_CELLS) {
                fold(addedRecords, addedRequests);
                return EMPTY;
            }
            if (++size * 2 > records.length) {
                grow();
                slot = slot(a, b, c);
            }
            put(slot, a, b, c);
        }
        records[slot] += addedRecords;
        requests[slot] += addedRequests;
        return slot;
    }

    /** Adds records that are in none of the combinations. */
    void fold(long addedRecords, long addedRequests) {
        foldedRecords += addedRecords;
        foldedRequests += addedRequests;
    }

    long foldedRecords() {
        return foldedRecords;
    }

    long foldedRequests() {
        return foldedRequests;
    }

    /** Returns the same sums, to which more can be added apart from these. */
    Cells copy() {
        var copy = new Cells();
        copy.keys = keys.clone();
        copy.records = records.clone();
        copy.requests = requests.clone();
        copy.last = last.clone();
        copy.mask = mask;
        copy.size = size;
        copy.fold(foldedRecords, foldedRequests);
        return copy;
    }

    /** Returns how much memory the sums take. */
    long bytes() {
        return (long) records.length * (KEYS * Integer.BYTES + 3 * Long.BYTES);
    }

    /** Returns how many combinations it holds. */
    int size() {
        return size;
    }

    private int slot(int a, int b, int c) {
        int hash = (a * 31 + b) * 31 + c;
        hash *= 0x9E3779B9;
        int slot = (hash ^ (hash >>> 15)) & mask;
        while (keys[slot * KEYS] != EMPTY
                && (keys[slot * KEYS] != a || keys[slot * KEYS + 1] != b || keys[slot * KEYS + 2] != c)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void put(int slot, int a, int b, int c) {
        keys[slot * KEYS] = a;
        keys[slot * KEYS + 1] = b;
        keys[slot * KEYS + 2] = c;
    }

    private void grow() {
        int[] oldKeys = keys;
        long[] oldRecords = records;
        long[] oldRequests = requests;
        long[] oldLast = last;
        int slots = oldRecords.length * 2;
        keys = new int[slots * KEYS];
        Arrays.fill(keys, EMPTY);
        records = new long[slots];
        requests = new long[slots];
        last = new long[slots];
        mask = slots - 1;
        for (int from = 0; from < oldRecords.length; from++) {
            if (oldKeys[from * KEYS] != EMPTY) {
                int slot = slot(oldKeys[from * KEYS], oldKeys[from * KEYS + 1], oldKeys[from * KEYS + 2]);
                put(slot, oldKeys[from * KEYS], oldKeys[from * KEYS + 1], oldKeys[from * KEYS + 2]);
                records[slot] = oldRecords[from];
                requests[slot] = oldRequests[from];
                last[slot] = oldLast[from];
            }
        }
    }

    /** Passes on each combination, in no order. */
    <E extends Exception> void forEach(Receiver<E> receiver) throws E {
        for (int slot = 0; slot < records.length; slot++) {
            if (keys[slot * KEYS] != EMPTY) {
                int[] of = Arrays.copyOfRange(keys, slot * KEYS, slot * KEYS + KEYS);
                receiver.cell(of, records[slot], requests[slot], last[slot]);
            }
        }
    }
}
