package io.sallyport.proxy.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedBodyTest {
    private static final String GOOD = "5\r\nhello\r\n1;a=b\r\n \r\n00A\r\n0123456789\r\n0\r\nX-T: v\r\nX-U:\r\n\r\n";

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }

    /** Returns the content that {@code body} reads from {@code in}. */
    private static String drain(BodyReader body, ByteBuf in) {
        StringBuilder content = new StringBuilder();
        while (in.isReadable() && !body.isEnded() && body.fault() == null) {
            ByteBuf piece = body.read(in);
            if (piece != null) {
                content.append(piece.toString(StandardCharsets.ISO_8859_1));
                piece.release();
            }
        }
        return content.toString();
    }

    @Test
    void findsTheContentAndStopsAtItsEnd() {
        ByteBuf in = bytes(GOOD + "GET");
        BodyReader body = BodyReader.of(Framing.CHUNKED);
        assertThat(drain(body, in)).isEqualTo("hello 0123456789");
        assertThat(body.isEnded()).isTrue();
        assertThat(body.trailers().first("X-T")).isEqualTo("v");
        assertThat(in.toString(StandardCharsets.ISO_8859_1)).isEqualTo("GET");
    }

    @Test
    void findsTheSameHoweverItIsSplit() {
        for (int split = 0; split <= GOOD.length(); split++) {
            BodyReader body = BodyReader.of(Framing.CHUNKED);
            String content = drain(body, bytes(GOOD.substring(0, split))) + drain(body, bytes(GOOD.substring(split)));
            assertThat(content).as("split at %d", split).isEqualTo("hello 0123456789");
            assertThat(body.isEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "x\r\n",
                " 5\r\nhello\r\n",
                "5 \r\nhello\r\n",
                "5\nhello\r\n",
                "5\r\nhello\n0\r\n\r\n",
                "5\r\nhelloo\r\n",
                "+5\r\nhello\r\n",
                "-1\r\n",
                "0x5\r\nhello\r\n",
                "123456789\r\n",
                "5;a=\u0001\r\nhello\r\n",
                "5;a\nhello\r\n",
                "0\r\nX : y\r\n\r\n",
                "0\r\n\n",
                "0\r\nX: y\n\r\n",
                "0\r\nX: y\r\n z\r\n\r\n",
                ";\r\n"
            })
    void refusesWhatTwoReadersCouldReadInTwoWays(String text) {
        BodyReader body = BodyReader.of(Framing.CHUNKED);
        drain(body, bytes(text));
        assertThat(body.fault()).isNotNull();
        assertThat(body.isEnded()).isFalse();
    }

    @Test
    void boundsExtensionsAndTrailers() {
        BodyReader extensions = BodyReader.of(Framing.CHUNKED);
        drain(extensions, bytes("1;" + "e".repeat(257)));
        assertThat(extensions.fault()).isNotNull();
        BodyReader trailers = BodyReader.of(Framing.CHUNKED);
        drain(trailers, bytes("0\r\n" + "T: v\r\n".repeat(2000)));
        assertThat(trailers.fault()).isNotNull();
    }
}
