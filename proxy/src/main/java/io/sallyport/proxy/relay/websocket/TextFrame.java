package io.sallyport.proxy.relay.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;

/** A text message of the gateway's own, in one frame. */
public final class TextFrame {
    private TextFrame() {}

    /** Returns one for the client, who is between two messages. */
    public static ByteBuf forClient(ByteBufAllocator alloc, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuf out = alloc.buffer(FrameHead.MAX_BYTES + bytes.length);
        FrameHead.write(out, true, FrameHead.TEXT, false, bytes.length, 0);
        return out.writeBytes(bytes);
    }
}
