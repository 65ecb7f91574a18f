package io.sallyport.audit.segment;

import java.nio.file.Path;

/**
 * A segment to which nothing is written any more, by its files. Immutable.
 *
 * @param number from 1, in the order of writing
 * @param plain the file of its lines; it is gone once the segment is compressed
 * @param compressed the same content in the form of gzip (RFC 1952), if the segment is compressed
 * @param manifest what is known of its content
 */
public record ClosedSegment(long number, Path plain, Path compressed, Path manifest)
        implements Comparable<ClosedSegment> {
    @Override
    public int compareTo(ClosedSegment other) {
        return Long.compare(number, other.number);
    }
}
