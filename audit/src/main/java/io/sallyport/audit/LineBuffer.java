package io.sallyport.audit;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes of encoded lines; reused from batch to batch. Confined to the writer thread. */
final class LineBuffer extends OutputStream {
    private static final int FIRST_BYTES = 64 << 10;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    @Override
    public void write(int b) {
        ensure(1);
        bytes[size++] = (byte) b;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        ensure(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }

    int size() {
        return size;
    }

    /** Drops everything after the first {@code length} bytes. */
    void cutTo(int length) {
        size = length;
    }

    /** Returns the current bytes without a copy; valid until the next write. */
    ByteBuffer view() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    /** Returns the array behind {@link #view}; valid until the next write. */
    byte[] array() {
        return bytes;
    }

    /** Returns the start of the line that the byte at {@code index} belongs to. */
    int lineStart(int index) {
        int at = index;
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }
}
