package io.sallyport.auditstore.index;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.NumericDocValues;

/** What was counted of one part of the index, in the smallest form. Immutable. */
final class SegmentSums implements KeptSums {
    /** Of an object with its arrays, and of its place among others. */
    private static final int OWN_BYTES = 512;

    private static final int CELL_BYTES = Cells.KEYS * Integer.BYTES + 3 * Long.BYTES;

    private final int[] keys;
    private final long[] records;
    private final long[] requests;
    private final long[] lastMillis;
    private final long foldedRecords;
    private final long foldedRequests;

    private SegmentSums(int size, long foldedRecords, long foldedRequests) {
        this.foldedRecords = foldedRecords;
        this.foldedRequests = foldedRequests;
        keys = new int[size * Cells.KEYS];
        records = new long[size];
        requests = new long[size];
        lastMillis = new long[size];
    }

    /**
     * Returns the sums of {@code cells}, whose last is a document.
     *
     * @param times of the documents, in which nothing was looked up yet
     */
    static SegmentSums of(Cells cells, NumericDocValues times) throws IOException {
        var sums = new SegmentSums(cells.size(), cells.foldedRecords(), cells.foldedRequests());
        long[] byDocument = new long[cells.size()];
        int[] next = new int[1];
        cells.forEach((of, records, requests, document) -> {
            int at = next[0]++;
            System.arraycopy(of, 0, sums.keys, at * Cells.KEYS, Cells.KEYS);
            sums.records[at] = records;
            sums.requests[at] = requests;
            byDocument[at] = document << Integer.SIZE | at;
        });
        Arrays.sort(byDocument); // documents must be asked in rising order
        for (long each : byDocument) {
            sums.lastMillis[(int) each] = times.advanceExact((int) (each >>> Integer.SIZE)) ? times.longValue() : 0;
        }
        return sums;
    }

    /** Returns the numbers that combinations have at that place, from 0; each once, in rising order. */
    int[] numbers(int place) {
        int[] numbers = new int[records.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = keys[i * Cells.KEYS + place];
        }
        return Arrays.stream(numbers).sorted().distinct().toArray();
    }

    /** Passes on each combination, in no order, and the time of the last record of it. */
    <E extends Exception> void forEach(Cells.Receiver<E> receiver) throws E {
        for (int i = 0; i < records.length; i++) {
            int[] of = Arrays.copyOfRange(keys, i * Cells.KEYS, (i + 1) * Cells.KEYS);
            receiver.cell(of, records[i], requests[i], lastMillis[i]);
        }
    }

    /** Returns how many records are in no combination, since there were too many. */
    long foldedRecords() {
        return foldedRecords;
    }

    long foldedRequests() {
        return foldedRequests;
    }

    @Override
    public long bytes() {
        return OWN_BYTES + (long) CELL_BYTES * records.length;
    }
}
