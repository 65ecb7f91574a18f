package io.sallyport.proxy.relay.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.ContentFilling;
import io.sallyport.proxy.credentials.FilledContent;
import io.sallyport.proxy.enforce.MessageVerdict;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The message of one side that is judged or filled, put together from its fragments, without their masks. Where it is
 * enforced what is said of it, the message is held until then, and placeholders are replaced after that; else this is
 * a copy, and of one that is too large none is kept. Charged to its sandbox; to be released when the WebSocket ends.
 * Confined to its event loop.
 */
public final class HeldMessage {
    private final MessageJudge judge;
    private final int maxBytes;
    private final boolean enforces;
    private final @Nullable ContentFilling filling;
    private final BufferCharge charge = new BufferCharge();
    private @Nullable ByteBuf payload;
    private int key;
    private long messageBytes;

    /**
     * @param maxBytes of one message
     * @param enforces whether a message waits for what is said of it
     * @param filling of messages that wait and have placeholders, or null
     */
    public HeldMessage(
            MessageJudge judge,
            SandboxBuffers payer,
            int maxBytes,
            boolean enforces,
            @Nullable ContentFilling filling) {
        this.enforces = enforces;
        this.filling = filling;
        this.judge = judge;
        this.maxBytes = maxBytes;
        charge.to(payer);
    }

    int maxBytes() {
        return maxBytes;
    }

    boolean enforces() {
        return enforces;
    }

    /**
     * Takes {@code count} bytes of the payload of {@code frame}, of which {@code passed} came before, and leaves them
     * in {@code in}.
     */
    void add(FrameHead frame, long passed, ByteBuf in, int count, ByteBufAllocator alloc) {
        messageBytes += count;
        if (messageBytes > maxBytes) {
            release();
            return;
        }
        ByteBuf held = payload;
        if (held == null) {
            held = alloc.buffer(count);
            payload = held;
            key = frame.key();
        }
        for (int i = 0; i < count; i++) {
            held.writeByte(FrameHead.unmasked(in.getByte(in.readerIndex() + i), frame.key(), passed + i));
        }
        charge.set(held.capacity());
    }

    /** Asks what becomes of the message, which is whole. A copy is let go. */
    MessageVerdict judged(boolean isText) {
        ByteBuf held = payload;
        MessageVerdict verdict = messageBytes > maxBytes
                ? judge.tooLarge()
                : judge.judge(held == null ? null : content(held, isText), isText);
        messageBytes = 0;
        if (!enforces) {
            release();
        }
        return verdict instanceof MessageVerdict.Passes && held != null && filling != null
                ? filled(held, filling, isText)
                : verdict;
    }

    private static String content(ByteBuf held, boolean isText) {
        return held.toString(isText ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    private MessageVerdict filled(ByteBuf held, ContentFilling with, boolean isText) {
        byte[] message = ByteBufUtil.getBytes(held);
        return switch (isText ? with.text(message) : with.unfilled(message)) {
            case FilledContent.Unchanged _ -> MessageVerdict.PASSES;
            case FilledContent.Refused(ReasonCode reason) -> new MessageVerdict.Ends(reason);
            case FilledContent.Filled filled -> {
                held.clear().writeBytes(filled.bytes());
                charge.set(held.capacity());
                yield MessageVerdict.PASSES;
            }
        };
    }

    /** Returns the message as one frame, and holds it no longer. */
    ByteBuf taken(int opcode, boolean masked, ByteBufAllocator alloc) {
        ByteBuf held = payload;
        int bytes = held == null ? 0 : held.readableBytes();
        ByteBuf out = alloc.buffer(FrameHead.MAX_BYTES + bytes);
        FrameHead.write(out, true, opcode, masked, bytes, key);
        for (int i = 0; i < bytes && held != null; i++) {
            out.writeByte(FrameHead.unmasked(held.getByte(i), masked ? key : 0, i));
        }
        release();
        return out;
    }

    /** Holds nothing any longer. */
    void release() {
        ByteBuf held = payload;
        payload = null;
        charge.set(0);
        if (held != null) {
            held.release();
        }
    }
}
