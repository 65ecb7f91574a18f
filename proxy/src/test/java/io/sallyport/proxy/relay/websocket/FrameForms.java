package io.sallyport.proxy.relay.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.proxy.listener.WebSocketLimits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Properties of the reader for any bytes in place of frames. */
final class FrameForms {
    private static final WebSocketLimits LIMITS = new WebSocketLimits(200, 200, 1_000_000);

    private FrameForms() {}

    /** What became of some bytes; {@code out} is what went on, which the other side reads as frames of one message. */
    private record Outcome(
            long messages,
            boolean closed,
            int closeCode,
            @Nullable FrameFault fault,
            String out) {
        void isLike(Outcome other) {
            assertThat(messages).isEqualTo(other.messages);
            assertThat(closed).isEqualTo(other.closed);
            assertThat(closeCode).isEqualTo(other.closeCode);
            assertThat(fault).isEqualTo(other.fault);
        }
    }

    static void check(byte[] bytes) {
        for (boolean fromClient : new boolean[] {false, true}) {
            Outcome whole = read(fromClient, bytes, bytes.length + 1);
            read(fromClient, bytes, 1).isLike(whole);
            Outcome pieces = read(fromClient, bytes, 3);
            pieces.isLike(whole);
            Outcome again = read(fromClient, pieces.out().getBytes(StandardCharsets.ISO_8859_1), 5);
            assertThat(again.fault()).isNull();
            assertThat(again.messages()).isEqualTo(whole.messages());
            assertThat(again.closeCode()).isEqualTo(whole.closeCode());
        }
    }

    private static Outcome read(boolean fromClient, byte[] bytes, int pieceBytes) {
        EmbeddedChannel to = new EmbeddedChannel();
        FrameRelay frames = new FrameRelay(fromClient, LIMITS, () -> 0, null, null);
        for (int at = 0; at < bytes.length; at += pieceBytes) {
            frames.read(Unpooled.wrappedBuffer(bytes, at, Math.min(pieceBytes, bytes.length - at)), to);
        }
        to.flush();
        StringBuilder out = new StringBuilder();
        for (ByteBuf one = to.readOutbound(); one != null; one = to.readOutbound()) {
            out.append(one.toString(StandardCharsets.ISO_8859_1));
            one.release();
        }
        to.finishAndReleaseAll();
        return new Outcome(frames.messages(), frames.isClosed(), frames.closeCode(), frames.fault(), out.toString());
    }
}
