package io.sallyport.audit.segment;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A segment to which nothing is written any more, by its files. Immutable.
 *
 * @param number from 1, in the order of writing
 * @param plain the file of its lines; it is gone once the segment is compressed
 * @param compressed the same content in the form of gzip (RFC 1952), if the segment is compressed
 * @param manifest what is known of its content
 */
public record ClosedSegment(long number, Path plain, Path compressed, Path manifest) {
    private static final int BLOCK_BYTES = 64 << 10;

    /**
     * Opens the uncompressed content.
     *
     * @throws NoSuchFileException if the segment was removed
     */
    public InputStream content() throws IOException {
        try {
            return Files.newInputStream(plain, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return decompressed(compressed);
        }
    }

    /** Opens the content of a compressed file. */
    static InputStream decompressed(Path file) throws IOException {
        InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        try {
            return new GZIPInputStream(new BufferedInputStream(in, BLOCK_BYTES), BLOCK_BYTES);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** Returns the bytes that the segment takes on disk. */
    long sizeOnDisk() throws IOException {
        long size = 0;
        for (Path file : new Path[] {plain, compressed, manifest}) {
            size += Files.exists(file) ? Files.size(file) : 0;
        }
        return size;
    }
}
