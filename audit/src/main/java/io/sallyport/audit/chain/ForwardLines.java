package io.sallyport.audit.chain;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads the lines of a stream, one at a time. Confined to one thread. */
public final class ForwardLines {
    /** Longer than any line that the log writes. */
    static final int MAX_LINE_BYTES = 16 << 20;

    private static final int BLOCK_BYTES = 64 << 10;

    private final InputStream in;
    private final byte[] block = new byte[BLOCK_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int end;
    private long offset;

    /** @param offset of the stream's first byte in its file */
    public ForwardLines(InputStream in, long offset) {
        this.in = in;
        this.offset = offset;
    }

    /** The result of {@link #next}. */
    public enum Next {
        /** A line: {@link #line}. */
        LINE,
        /** Bytes after the last line feed. */
        CUT_OFF,
        TOO_LONG,
        END
    }

    /** Returns the last line read, without its line feed. */
    public byte[] line() {
        return line.toByteArray();
    }

    /** Returns the offset of the first byte after the last line read. */
    public long offset() {
        return offset;
    }

    /** Reads on. After {@link Next#END} it may be called again, when the file has grown. */
    public Next next() throws IOException {
        line.reset();
        while (line.size() <= MAX_LINE_BYTES) {
            if (at == end && !fill()) {
                return line.size() == 0 ? Next.END : Next.CUT_OFF;
            }
            if (takeToLineFeed()) {
                offset += line.size() + 1L;
                return Next.LINE;
            }
        }
        return Next.TOO_LONG;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(block));
        return end > 0;
    }

    private boolean takeToLineFeed() {
        int from = at;
        while (at < end && block[at] != '\n') {
            at++;
        }
        line.write(block, from, at - from);
        boolean found = at < end;
        if (found) {
            at++;
        }
        return found;
    }
}
