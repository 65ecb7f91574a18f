package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The bytes of a body as they come: in an array that doubles, so that what is only promised takes no room. */
final class BodyBytes {
    private static final int LEAST_CAPACITY = 512; // bytes

    private final long most;
    private byte[] taken = {};
    private int size;

    /** @param most bytes that are expected; more may be added, one array for each time */
    BodyBytes(long most) {
        this.most = most;
    }

    /** Copies the first {@code bytes} of {@code piece}, which stays as it is. */
    void add(ByteBuf piece, int bytes) {
        if (bytes > taken.length - size) {
            int needed = size + bytes;
            taken = Arrays.copyOf(taken, (int)
                    Math.max(needed, Math.min(Math.max(LEAST_CAPACITY, 2L * taken.length), most)));
        }
        piece.getBytes(piece.readerIndex(), taken, size, bytes);
        size += bytes;
    }

    int size() {
        return size;
    }

    /** How many bytes are held for them. */
    int capacity() {
        return taken.length;
    }

    /** All of them, in an array that nobody may change. */
    byte[] all() {
        return size == taken.length ? taken : Arrays.copyOf(taken, size);
    }

    /** Holds nothing any more. */
    void drop() {
        taken = new byte[0];
        size = 0;
    }
}
