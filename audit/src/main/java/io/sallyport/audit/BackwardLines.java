package io.sallyport.audit;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a file backwards, from where it ended when this reader was opened. Skips a last line without a
 * line feed. Confined to one thread.
 */
final class BackwardLines implements Closeable {
    private static final int BLOCK_BYTES = 64 << 10;
    /**
     * Longer than any line that the log writes. Less than the limit for reading forward, since each block copies all of
     * the line again.
     */
    private static final int MAX_LINE_BYTES = 1 << 20;

    private final FileChannel channel;
    /**
     * The bytes that were read and not returned yet; they start at {@link #offset} in the file and are {@link #length}
     * long.
     */
    private byte[] held = new byte[0];

    private final long size;
    private long offset;
    private int length;
    private long budget;
    private boolean whole = true;

    private BackwardLines(FileChannel channel, long maxBytes) throws IOException {
        this.channel = channel;
        this.budget = maxBytes;
        this.size = channel.size();
        this.offset = size;
    }

    /** Opens {@code file}; reads at most {@code maxBytes} of it. */
    static BackwardLines open(Path file, long maxBytes) throws IOException {
        FileChannel channel = FileChannel.open(file, Set.of(READ, NOFOLLOW_LINKS));
        try {
            var lines = new BackwardLines(channel, maxBytes);
            lines.skipOpenLine();
            return lines;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void skipOpenLine() throws IOException {
        int end = lineFeedBefore(length);
        length = end + 1;
    }

    /** Returns the preceding line without its line feed, or null at the beginning of the file or at the bound. */
    byte @Nullable [] previousBytes() throws IOException {
        if (length == 0) {
            return null;
        }
        int start = lineFeedBefore(length - 1) + 1;
        if (start == 0 && offset > 0) {
            return null; // cut by the bound
        }
        byte[] bytes = Arrays.copyOfRange(held, start, length - 1);
        length = start;
        return bytes;
    }

    /** Returns how many bytes the file had when it was opened. */
    long size() {
        return size;
    }

    /** Returns false if some of the file was not read because of the bound. */
    boolean isComplete() {
        return whole;
    }

    /**
     * Returns the index in {@link #held} of the last line feed before {@code end}, or -1; reads more of the file if
     * needed.
     */
    private int lineFeedBefore(int end) throws IOException {
        int before = end;
        while (true) {
            for (int at = before - 1; at >= 0; at--) {
                if (held[at] == '\n') {
                    return at;
                }
            }
            int added = readBlock();
            if (added == 0) {
                return -1;
            }
            before = added;
        }
    }

    /** Reads the block before {@link #held}, prepends it and returns its length. */
    private int readBlock() throws IOException {
        int wanted = (int) Math.min(Math.min(BLOCK_BYTES, offset), budget);
        if (wanted == 0 || length > MAX_LINE_BYTES) {
            whole &= offset == 0;
            return 0;
        }
        byte[] more = new byte[wanted + length];
        ByteBuffer block = ByteBuffer.wrap(more, 0, wanted);
        while (block.hasRemaining()) {
            if (channel.read(block, offset - wanted + block.position()) < 0) {
                throw new IOException("the audit file became shorter while it was read");
            }
        }
        System.arraycopy(held, 0, more, wanted, length);
        held = more;
        offset -= wanted;
        length += wanted;
        budget -= wanted;
        return wanted;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
