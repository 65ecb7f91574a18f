package io.sallyport.web;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * The body of one call while it arrives, limited on its own and together with all others. Confined to the event loop.
 */
final class Body {
    private final Bodies all;
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Body(Bodies all, int most) {
        this.all = all;
        this.most = most;
    }

    /** The result of {@link #take}. */
    enum Taken {
        TAKEN,
        TOO_LARGE,
        /** All bodies together hold too much. */
        NO_ROOM
    }

    Taken take(ByteBuf part) {
        int length = part.readableBytes();
        if (bytes.size() + length > most) {
            return Taken.TOO_LARGE;
        }
        if (!all.take(length)) {
            return Taken.NO_ROOM;
        }
        byte[] copy = new byte[length];
        part.readBytes(copy);
        bytes.writeBytes(copy);
        return Taken.TAKEN;
    }

    ByteBuffer whole() {
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    /** Returns its share; must be called once. */
    void release() {
        all.giveBack(bytes.size());
    }
}
