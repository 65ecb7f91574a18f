package io.sallyport.proxy.relay.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.enforce.MessageVerdict;
import io.sallyport.proxy.listener.WebSocketLimits;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.FrameRate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one side of a WebSocket, checked and sent on as they come. A payload that comes in pieces goes on as
 * that many fragments (RFC 6455 section 5.4), so the other side is always between two frames and can be told of an end.
 * A masked payload stays as it is, under its key. Where secrets are taken out, the end of a piece waits for the next
 * one as long as a secret may begin with it, and never beyond the end of its message. Confined to its event loop.
 */
public final class FrameRelay {
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final boolean fromClient;
    private final WebSocketLimits limits;
    private final int maxMessageBytes;
    private final FrameRate rate;
    private final byte[] head = new byte[FrameHead.MAX_BYTES];
    private int headBytes;
    private @Nullable FrameHead frame;
    private @Nullable ControlFrame control;
    private long passed; // of the frame's payload
    private int opcode; // of the next fragment that goes on
    private boolean inMessage;
    private long messageBytes;
    private @Nullable Utf8Scan text;
    private final @Nullable HeldMessage held;
    private final @Nullable Redaction redaction;
    private @Nullable FrameFault fault;
    private @Nullable ControlFrame close;
    private long frames;
    private long messages;
    private long bytes;

    /**
     * @param nanoClock elapsed time
     * @param held where each message is judged, before it goes on or beside, or null
     * @param redaction takes secrets out of what a server sends, before it is judged; null where there are none
     */
    public FrameRelay(
            boolean fromClient,
            WebSocketLimits limits,
            LongSupplier nanoClock,
            @Nullable HeldMessage held,
            @Nullable Redaction redaction) {
        this.held = held;
        this.redaction = redaction;
        this.maxMessageBytes = held == null || !held.enforces() ? limits.maxMessageBytes() : held.maxBytes();
        this.fromClient = fromClient;
        this.limits = limits;
        this.rate = new FrameRate(limits.maxMessagesPerSecond(), SECOND_NANOS, nanoClock);
    }

    /** Takes all of {@code in} and writes what goes on to {@code to}, flushing nothing; with null, nothing goes on. */
    public void read(ByteBuf in, @Nullable Channel to) {
        while (in.isReadable() && fault == null && close == null) {
            FrameHead begun = frame;
            if (begun == null) {
                readHead(in, to);
            } else {
                readPayload(begun, in, to);
            }
        }
        in.skipBytes(in.readableBytes()); // nothing counts behind a close frame
    }

    private void readHead(ByteBuf in, @Nullable Channel to) {
        head[headBytes++] = in.readByte();
        if (headBytes < FrameHead.bytes(head, headBytes)) {
            return;
        }
        headBytes = 0;
        FrameHead next = FrameHead.of(head);
        fault = begin(next);
        if (fault == null) {
            frames++;
            passed = 0;
            frame = next;
            control = next.isControl() ? new ControlFrame(next) : null;
            if (next.length() == 0) {
                readPayload(next, in, to);
            }
        }
    }

    private @Nullable FrameFault begin(FrameHead next) {
        String wrong = next.fault(fromClient);
        if (wrong != null) {
            return FrameFault.protocol(fromClient, wrong);
        }
        if (next.opcode() != FrameHead.CONTINUATION && !rate.take()) {
            return FrameFault.of(
                    ReasonCode.RATE_LIMITED, "more than " + limits.maxMessagesPerSecond() + " messages in a second");
        }
        return next.isControl() ? null : beginData(next);
    }

    private @Nullable FrameFault beginData(FrameHead next) {
        boolean continues = next.opcode() == FrameHead.CONTINUATION;
        if (continues != inMessage) {
            return FrameFault.protocol(
                    fromClient, continues ? "a fragment of no message" : "a message inside a message");
        }
        if (!continues) {
            inMessage = true;
            messageBytes = 0;
            opcode = next.opcode();
            text = opcode == FrameHead.TEXT ? new Utf8Scan() : null;
        }
        return next.length() > maxMessageBytes - messageBytes
                ? FrameFault.of(ReasonCode.MESSAGE_TOO_LARGE, "a message of more than " + maxMessageBytes + " bytes")
                : null;
    }

    private void readPayload(FrameHead begun, ByteBuf in, @Nullable Channel to) {
        int count = (int) Math.min(begun.length() - passed, in.readableBytes());
        ControlFrame own = control;
        if (own != null) {
            own.add(in, count);
        } else {
            data(begun, in, count, to);
        }
        passed += count;
        bytes += count;
        if (passed == begun.length()) {
            frame = null;
            if (own != null) {
                end(own, to);
            }
        }
    }

    private void data(FrameHead begun, ByteBuf in, int count, @Nullable Channel to) {
        boolean ends = begun.last() && passed + count == begun.length();
        Utf8Scan scanned = text;
        if (scanned != null) {
            for (int i = 0; i < count; i++) {
                scanned.add(FrameHead.unmasked(in.getByte(in.readerIndex() + i), begun.key(), passed + i));
            }
            if (scanned.isBroken() || (ends && !scanned.isWhole())) {
                fault = FrameFault.notUtf8(fromClient);
                return;
            }
        }
        messageBytes += count;
        Redaction hiding = redaction;
        if (hiding == null || to == null) {
            proceed(begun, ends, in, count, to);
            return;
        }
        ByteBuf shown = shown(hiding, in.readRetainedSlice(count), ends, to.alloc());
        fault = refusal(hiding);
        if (fault == null) {
            proceed(begun, ends, shown, shown.readableBytes(), to);
        }
        shown.release();
    }

    private static @Nullable FrameFault refusal(Redaction hiding) {
        String name = hiding.refusedAs();
        return name == null
                ? null
                : FrameFault.of(ReasonCode.CREDENTIAL_IN_ANSWER, "the secret of " + name + " came back");
    }

    /** All that can be shown of a message after {@code piece}, which this takes over. */
    private static ByteBuf shown(Redaction hiding, ByteBuf piece, boolean ends, ByteBufAllocator alloc) {
        ByteBuf first = hiding.next(piece, alloc);
        ByteBuf last = ends ? hiding.end(alloc) : null;
        if (first == null || last == null) {
            return first != null ? first : last != null ? last : Unpooled.EMPTY_BUFFER;
        }
        return alloc.compositeBuffer(2).addComponents(true, first, last);
    }

    private void proceed(FrameHead begun, boolean ends, ByteBuf in, int count, @Nullable Channel to) {
        HeldMessage judged = held;
        if (judged != null && to != null) {
            judged.add(begun, passed, in, count, to.alloc());
            if (ends && !goesOn(judged)) {
                in.skipBytes(count);
                judged.release();
                inMessage = false;
                return;
            }
        }
        pass(begun, ends, in, count, to);
        if (ends) {
            inMessage = false;
            messages++;
        }
    }

    private boolean goesOn(HeldMessage judged) {
        return switch (judged.judged(text != null)) {
            case MessageVerdict.Passes _ -> true;
            case MessageVerdict.Answered _ -> false;
            case MessageVerdict.Ends(ReasonCode reason) -> {
                fault = FrameFault.of(reason, reason.message());
                yield false;
            }
        };
    }

    private void pass(FrameHead begun, boolean ends, ByteBuf in, int count, @Nullable Channel to) {
        HeldMessage judged = held;
        if (judged == null || !judged.enforces() || to == null) {
            send(begun, ends, in, count, to);
            return;
        }
        in.skipBytes(count);
        if (ends) {
            Channels.write(to, judged.taken(opcode, fromClient, to.alloc()));
        }
    }

    /** Nothing goes on any more: what is held is let go. */
    public void release() {
        if (held != null) {
            held.release();
        }
    }

    private void send(FrameHead begun, boolean ends, ByteBuf in, int count, @Nullable Channel to) {
        if (to == null || (count == 0 && !ends)) {
            in.skipBytes(count);
            return;
        }
        ByteBuf out = to.alloc().buffer(FrameHead.MAX_BYTES + count);
        int key = Integer.rotateLeft(begun.key(), (int) (passed & 3) * 8);
        FrameHead.write(out, ends, opcode, fromClient, count, key);
        out.writeBytes(in, count);
        Channels.write(to, out);
        opcode = FrameHead.CONTINUATION;
    }

    private void end(ControlFrame own, @Nullable Channel to) {
        control = null;
        if (own.isClose()) {
            fault = own.fault();
            close = fault == null ? own : null;
        }
        Redaction hiding = redaction;
        if (to != null && fault == null && hiding != null) {
            own.hide(hiding);
            fault = refusal(hiding);
            close = fault == null ? close : null;
        }
        if (to != null && fault == null) {
            Channels.write(to, own.written(to.alloc()));
        }
    }

    /** Why nothing more goes on, or null. */
    public @Nullable FrameFault fault() {
        return fault;
    }

    /** Whether a close frame has come. */
    public boolean isClosed() {
        return close != null;
    }

    /** The code of the close frame; 0 where none has come, or it has none. */
    public int closeCode() {
        ControlFrame come = close;
        return come == null ? 0 : come.code();
    }

    /** Frames so far, control frames among them. */
    public long frames() {
        return frames;
    }

    /** Whole messages so far. */
    public long messages() {
        return messages;
    }

    /** Bytes of payload so far. */
    public long bytes() {
        return bytes;
    }
}
