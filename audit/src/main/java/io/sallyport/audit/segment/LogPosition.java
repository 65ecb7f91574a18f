package io.sallyport.audit.segment;

import java.util.Comparator;

/**
 * A place between two lines of a log. It outlives compression and the closing of a segment.
 *
 * @param segment the number of the segment, from 1
 * @param offset of a byte in the segment's uncompressed content, from 0
 */
public record LogPosition(long segment, long offset) implements Comparable<LogPosition> {
    /** Before the first line of a log. */
    public static final LogPosition BEGINNING = new LogPosition(1, 0);

    private static final Comparator<LogPosition> ORDER =
            Comparator.comparingLong(LogPosition::segment).thenComparingLong(LogPosition::offset);

    public LogPosition {
        if (segment < 1 || offset < 0) {
            throw new IllegalArgumentException("no position in a log: " + segment + ", " + offset);
        }
    }

    /** Returns the beginning of the segment after this one. */
    LogPosition nextSegment() {
        return new LogPosition(segment + 1, 0);
    }

    @Override
    public int compareTo(LogPosition other) {
        return ORDER.compare(this, other);
    }
}
