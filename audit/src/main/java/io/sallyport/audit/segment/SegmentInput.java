package io.sallyport.audit.segment;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import io.sallyport.audit.chain.ForwardLines;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of one segment, from a position on. Confined to one thread. */
final class SegmentInput implements Closeable {
    private static final int BLOCK_BYTES = 64 << 10;

    private final FileChannel channel;
    private final InputStream in;
    private final boolean isClosed;
    private final @Nullable Object key;
    private ForwardLines lines;

    private SegmentInput(FileChannel channel, InputStream in, boolean isClosed, @Nullable Object key, long offset) {
        this.channel = channel;
        this.in = in;
        this.isClosed = isClosed;
        this.key = key;
        lines = new ForwardLines(in, offset);
    }

    /**
     * Opens a closed segment, compressed or not.
     *
     * @param offset in its uncompressed content; reads from its beginning if no line starts there
     * @throws NoSuchFileException if it is gone
     */
    static SegmentInput ofClosed(ClosedSegment segment, long offset) throws IOException {
        try {
            return of(segment.plain(), true, offset);
        } catch (NoSuchFileException _) {
            return of(segment.compressed(), true, offset);
        }
    }

    /**
     * Opens the file that is written to.
     *
     * @throws NoSuchFileException if it is not there now
     */
    static SegmentInput ofOpen(Path file, long offset) throws IOException {
        return of(file, false, offset);
    }

    private static SegmentInput of(Path file, boolean isClosed, long offset) throws IOException {
        SegmentInput input = at(file, isClosed, offset);
        if (input == null) {
            input = at(file, isClosed, 0);
        }
        return Objects.requireNonNull(input);
    }

    /** Returns null if no line starts at {@code offset}. */
    private static @Nullable SegmentInput at(Path file, boolean isClosed, long offset) throws IOException {
        FileChannel channel = FileChannel.open(file, Set.of(READ, NOFOLLOW_LINKS));
        try {
            InputStream raw = Channels.newInputStream(channel);
            boolean isCompressed = String.valueOf(file.getFileName()).endsWith(".gz");
            InputStream in =
                    isCompressed ? new GZIPInputStream(new BufferedInputStream(raw, BLOCK_BYTES), BLOCK_BYTES) : raw;
            if (skip(in, offset)) {
                return new SegmentInput(channel, in, isClosed, key(file), offset);
            }
            channel.close();
            return null;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean skip(InputStream in, long offset) throws IOException {
        if (offset == 0) {
            return true;
        }
        try {
            in.skipNBytes(offset - 1);
        } catch (EOFException _) {
            return false;
        }
        return in.read() == '\n';
    }

    /** Returns the next line without its line feed, or null if there is none yet. */
    byte @Nullable [] next() throws IOException {
        return switch (lines.next()) {
            case LINE -> lines.line();
            case TOO_LONG -> throw new IOException("a line is longer than any line of the log");
            case END -> null;
            case CUT_OFF -> {
                backToTheLine();
                yield null;
            }
        };
    }

    private void backToTheLine() throws IOException {
        if (!isClosed) {
            channel.position(lines.offset());
            lines = new ForwardLines(in, lines.offset());
        }
    }

    /** Returns the offset after the last line. */
    long offset() {
        return lines.offset();
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Returns whether another file has taken the place of the one that is read. */
    boolean isReplacedAt(Path file) throws IOException {
        try {
            return !Objects.equals(key, key(file));
        } catch (NoSuchFileException _) {
            return false; // it may still be written to, under another name
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS)
                .fileKey();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
