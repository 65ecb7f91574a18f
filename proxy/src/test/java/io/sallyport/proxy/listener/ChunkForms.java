package io.sallyport.proxy.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Properties of the reader for any bytes in place of a chunked body. */
final class ChunkForms {
    private ChunkForms() {}

    private record Outcome(
            String content, boolean ended, @Nullable String fault, int taken) {}

    static void check(byte[] bytes) {
        Outcome whole = read(bytes, bytes.length + 1);
        assertThat(read(bytes, 1)).isEqualTo(whole);
        assertThat(read(bytes, 3)).isEqualTo(whole);
        assertThat(whole.ended() && whole.fault() != null).isFalse();
        if (whole.ended()) {
            String content = whole.content();
            String again = (content.isEmpty() ? "" : Integer.toHexString(content.length()) + "\r\n" + content + "\r\n")
                    + "0\r\n\r\n";
            assertThat(read(again.getBytes(StandardCharsets.ISO_8859_1), 7).content())
                    .isEqualTo(content);
        }
    }

    private static Outcome read(byte[] bytes, int pieceBytes) {
        BodyReader body = BodyReader.of(Framing.CHUNKED);
        StringBuilder content = new StringBuilder();
        int taken = 0;
        for (int at = 0; at < bytes.length && !body.isEnded() && body.fault() == null; at += pieceBytes) {
            ByteBuf in = Unpooled.wrappedBuffer(bytes, at, Math.min(pieceBytes, bytes.length - at));
            while (in.isReadable() && !body.isEnded() && body.fault() == null) {
                ByteBuf piece = body.read(in);
                if (piece != null) {
                    content.append(piece.toString(StandardCharsets.ISO_8859_1));
                    piece.release();
                }
            }
            taken = at + in.readerIndex();
        }
        return new Outcome(content.toString(), body.isEnded(), body.fault(), body.isEnded() ? taken : 0);
    }
}
