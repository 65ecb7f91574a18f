package io.sallyport.proxy.relay.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sallyport.proxy.credentials.Redaction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A control frame (RFC 6455 section 5.5), collected before it goes on. Confined to its event loop. */
public final class ControlFrame {
    private final FrameHead head;
    private final byte[] payload;
    private int come;

    ControlFrame(FrameHead head) {
        this.head = head;
        this.payload = new byte[(int) head.length()];
    }

    void add(ByteBuf in, int count) {
        in.readBytes(payload, come, count);
        come += count;
    }

    boolean isClose() {
        return head.opcode() == FrameHead.CLOSE;
    }

    /** Returns the code of a close frame, or 0 if it has none. */
    int code() {
        return payload.length < 2 ? 0 : unmasked(0) << 8 | unmasked(1);
    }

    /** Returns what is wrong with a close frame, or null. */
    @Nullable
    FrameFault fault() {
        if (payload.length == 0) {
            return null;
        }
        if (!CloseCode.mayBeSent(code())) {
            return FrameFault.protocol(head.masked(), "a close frame with a code that none may have");
        }
        Utf8Scan reason = new Utf8Scan();
        for (int i = 2; i < payload.length; i++) {
            reason.add(unmasked(i));
        }
        return reason.isWhole() ? null : FrameFault.notUtf8(head.masked());
    }

    private int unmasked(int at) {
        return FrameHead.unmasked(payload[at], head.key(), at);
    }

    /** Takes secrets out of the payload, which has no mask. */
    void hide(Redaction redaction) {
        redaction.hide(payload);
    }

    /** Returns the frame as it came, but for what is hidden. */
    ByteBuf written(ByteBufAllocator alloc) {
        ByteBuf out = alloc.buffer(FrameHead.MAX_BYTES + payload.length);
        FrameHead.write(out, true, head.opcode(), head.masked(), payload.length, head.key());
        return out.writeBytes(payload);
    }

    /** Returns a close frame for the client; {@code reason} is ASCII, cut to what fits. */
    public static ByteBuf closeForClient(ByteBufAllocator alloc, CloseCode code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
        int bytes = Math.min(text.length, FrameHead.MAX_CONTROL_BYTES - 2);
        ByteBuf out = alloc.buffer(FrameHead.MAX_BYTES + FrameHead.MAX_CONTROL_BYTES);
        FrameHead.write(out, true, FrameHead.CLOSE, false, bytes + 2, 0);
        return out.writeShort(code.number()).writeBytes(text, 0, bytes);
    }

    /**
     * Returns a close frame for the target, which is told no reason. A key of 0 hides nothing: there is nothing to
     * hide.
     */
    public static ByteBuf closeForTarget(ByteBufAllocator alloc, CloseCode code) {
        ByteBuf out = alloc.buffer(FrameHead.MAX_BYTES);
        FrameHead.write(out, true, FrameHead.CLOSE, true, 2, 0);
        return out.writeShort(code.number());
    }
}
