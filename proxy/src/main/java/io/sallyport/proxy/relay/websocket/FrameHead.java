package io.sallyport.proxy.relay.websocket;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The head of one frame (RFC 6455 section 5.2).
 *
 * @param last whether the message ends with this frame
 * @param length of the payload; below 0 where the wire says more than 2^63-1
 * @param key with which the payload is masked, 0 where it is not
 */
record FrameHead(boolean last, int reserved, int opcode, boolean masked, long length, int key) {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    static final int MAX_BYTES = 14;
    static final int MAX_CONTROL_BYTES = 125;

    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;
    private static final int SHORT_LENGTH = 126;
    private static final int LONG_LENGTH = 127;

    /** Returns how many bytes the head has that begins with {@code head}, as far as {@code known} bytes of it tell. */
    static int bytes(byte[] head, int known) {
        if (known < 2) {
            return 2;
        }
        int length = head[1] & 0x7f;
        int more = length == SHORT_LENGTH ? 2 : length == LONG_LENGTH ? 8 : 0;
        return 2 + more + ((head[1] & MASKED) == 0 ? 0 : 4);
    }

    /** Reads a head that is whole. */
    static FrameHead of(byte[] head) {
        int short7 = head[1] & 0x7f;
        int more = short7 == SHORT_LENGTH ? 2 : short7 == LONG_LENGTH ? 8 : 0;
        boolean masked = (head[1] & MASKED) != 0;
        return new FrameHead(
                (head[0] & LAST) != 0,
                head[0] & 0x70,
                head[0] & 0x0f,
                masked,
                more == 0 ? short7 : number(head, 2, more),
                masked ? (int) number(head, 2 + more, 4) : 0);
    }

    private static long number(byte[] bytes, int from, int count) {
        long number = 0;
        for (int i = from; i < from + count; i++) {
            number = number << 8 | (bytes[i] & 0xff);
        }
        return number;
    }

    boolean isControl() {
        return opcode >= CLOSE;
    }

    /** Returns what is wrong with the frame by itself, or null; {@code fromClient} says which side sent it. */
    @Nullable
    String fault(boolean fromClient) {
        if (reserved != 0) {
            return "a reserved bit without an extension";
        }
        if (opcode > PONG || (opcode > BINARY && opcode < CLOSE)) {
            return "an unknown opcode";
        }
        if (masked != fromClient) {
            return fromClient ? "a frame of a client that is not masked" : "a frame of a server that is masked";
        }
        if (isControl() && (!last || length > MAX_CONTROL_BYTES)) {
            return "a control frame in fragments, or of more than 125 bytes";
        }
        return length < 0 ? "a length of more than 63 bits" : null;
    }

    /** Writes the head of a frame with {@code bytes} of payload. */
    static void write(ByteBuf out, boolean last, int opcode, boolean masked, int bytes, int key) {
        out.writeByte((last ? LAST : 0) | opcode);
        int mask = masked ? MASKED : 0;
        if (bytes < SHORT_LENGTH) {
            out.writeByte(mask | bytes);
        } else if (bytes <= 0xffff) {
            out.writeByte(mask | SHORT_LENGTH).writeShort(bytes);
        } else {
            out.writeByte(mask | LONG_LENGTH).writeLong(bytes);
        }
        if (masked) {
            out.writeInt(key);
        }
    }

    /** Returns byte {@code at} of a payload with its mask taken off. */
    static int unmasked(byte b, int key, long at) {
        int shift = 24 - (int) (at & 3) * 8;
        return (b ^ (key >>> shift)) & 0xff;
    }
}
