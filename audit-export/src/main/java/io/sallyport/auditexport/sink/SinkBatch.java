package io.sallyport.auditexport.sink;

import java.util.List;
import java.util.stream.Stream;

/**
 * Consecutive lines of the log, and the position after each. Immutable.
 *
 * @param missing records of the log that were removed before the first of these was read
 */
record SinkBatch(List<Entry> entries, long missing) {
    /**
     * A sealed line.
     *
     * @param line printable ASCII without a line feed
     * @param after the position behind it
     */
    record Entry(String line, SinkPosition after) {}

    SinkBatch {
        entries = List.copyOf(entries);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    int size() {
        return entries.size();
    }

    Stream<String> lines() {
        return entries.stream().map(Entry::line);
    }

    /** Returns the position behind the last line. */
    SinkPosition after() {
        return entries.getLast().after();
    }

    /** Returns its first lines. */
    SinkBatch first(int count) {
        return new SinkBatch(entries.subList(0, Math.min(count, size())), missing);
    }

    /** Returns what is left behind its first lines. */
    SinkBatch without(int count) {
        return new SinkBatch(entries.subList(count, size()), 0);
    }
}
