package io.sallyport.proxy.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.model.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadReaderTest {
    private static final String GOOD =
            "\r\nPOST http://a.test/x?y HTTP/1.1\r\nHost: a.test\r\nX-A:  b c \r\nX-E:\r\n\r\n";
    private static final HeadLimits LIMITS = new HeadLimits(400, 100, 4, Duration.ofSeconds(1));

    private static HeadReader<RequestHead> reader(HeadLimits limits) {
        return HeadReader.ofRequests(limits, new byte[limits.maxBytes() + 1]);
    }

    private static HeadResult<RequestHead> read(String bytes) {
        return reader(LIMITS).read(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
    }

    private static RequestHead head(HeadResult<RequestHead> result) {
        assertThat(result).isInstanceOf(HeadResult.Complete.class);
        return ((HeadResult.Complete<RequestHead>) result).head();
    }

    private static ReasonCode reason(HeadResult<RequestHead> result) {
        assertThat(result).isInstanceOf(HeadResult.Malformed.class);
        return ((HeadResult.Malformed<RequestHead>) result).reason();
    }

    private static void assertGood(RequestHead head) {
        assertThat(head.method()).isEqualTo("POST");
        assertThat(head.target()).isEqualTo("http://a.test/x?y");
        assertThat(head.minorVersion()).isEqualTo(1);
        assertThat(head.fields().size()).isEqualTo(3);
        assertThat(head.fields().first("x-a")).isEqualTo("b c");
        assertThat(head.fields().first("X-E")).isEmpty();
    }

    @Test
    void readsAHeadAndNoByteMore() {
        ByteBuf in = Unpooled.copiedBuffer(GOOD + "rest", StandardCharsets.ISO_8859_1);
        assertGood(head(reader(LIMITS).read(in)));
        assertThat(in.toString(StandardCharsets.ISO_8859_1)).isEqualTo("rest");
    }

    @Test
    void readsTheSameHoweverItIsSplit() {
        for (int split = 1; split < GOOD.length(); split++) {
            HeadReader<RequestHead> reader = reader(LIMITS);
            ByteBuf first = Unpooled.copiedBuffer(GOOD.substring(0, split), StandardCharsets.ISO_8859_1);
            ByteBuf second = Unpooled.copiedBuffer(GOOD.substring(split) + "rest", StandardCharsets.ISO_8859_1);
            assertThat(reader.read(first)).isInstanceOf(HeadResult.Incomplete.class);
            assertThat(first.isReadable()).isFalse();
            assertGood(head(reader.read(second)));
            assertThat(second.toString(StandardCharsets.ISO_8859_1)).isEqualTo("rest");
            assertThat(reader.isInside()).isFalse();
        }
    }

    @Test
    void readsByteByByteAndTheNextHeadToo() {
        HeadReader<RequestHead> reader = reader(LIMITS);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < GOOD.length() - 1; i++) {
                ByteBuf one = Unpooled.copiedBuffer(GOOD.substring(i, i + 1), StandardCharsets.ISO_8859_1);
                assertThat(reader.read(one)).isInstanceOf(HeadResult.Incomplete.class);
            }
            assertGood(head(reader.read(Unpooled.copiedBuffer("\n", StandardCharsets.ISO_8859_1))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET / HTTP/1.1\r\nHost: a\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n",
                "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost\t: a\r\n\r\n",
                "GET / HTTP/1.1\r\n: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n",
                "GET / HTTP/1.1\r\nHo\0st: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
                "GET / HTTP/1.1\r\nX: a\r\n\rHost: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\u007f\r\n\r\n",
                "GET / HTTP/1.1\r\nH\u00f6st: a\r\n\r\n",
                "GET  / HTTP/1.1\r\n\r\n",
                "GET /  HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1 \r\n\r\n",
                "GET\t/\tHTTP/1.1\r\n\r\n",
                " GET / HTTP/1.1\r\n\r\n",
                "\r\n\r\nGET / HTTP/1.1\r\n\r\n",
                "\rGET / HTTP/1.1\r\n\r\n",
                "GET /\u00e4 HTTP/1.1\r\n\r\n",
                "GET /\0 HTTP/1.1\r\n\r\n",
                "GET / http/1.1\r\n\r\n",
                "GET / HTTP/1.1.1\r\n\r\n",
                "GET / HTTP/11\r\n\r\n",
                "GET / HTTP/1.10\r\n\r\n",
                "GET /\r\n\r\n",
                "GET\r\n\r\n",
                "G(T / HTTP/1.1\r\n\r\n",
                "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG / HTTP/1.1\r\n\r\n",
                "\u0016\u0003\u0001",
                "\0"
            })
    void refusesWhatTwoReadersCouldReadInTwoWays(String bytes) {
        assertThat(reason(read(bytes))).isEqualTo(ReasonCode.MALFORMED_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/3.0"})
    void refusesOtherVersions(String version) {
        assertThat(reason(read("GET / " + version + "\r\n\r\n"))).isEqualTo(ReasonCode.UNSUPPORTED_VERSION);
    }

    @Test
    void holdsToItsBoundsExactly() {
        String line = "GET /" + "a".repeat(87) + " HTTP/1.1\r\n";
        assertThat(line).hasSize(LIMITS.maxLineBytes() + 2 + 1);
        assertThat(reason(read(line + "\r\n"))).isEqualTo(ReasonCode.URI_TOO_LONG);
        assertThat(head(read(line.replaceFirst("a", "") + "\r\n")).method()).isEqualTo("GET");
        String start = "GET / HTTP/1.1\r\n";
        assertThat(head(read(start + "A: b\r\n".repeat(4) + "\r\n")).fields().size())
                .isEqualTo(4);
        assertThat(reason(read(start + "A: b\r\n".repeat(5) + "\r\n"))).isEqualTo(ReasonCode.HEAD_TOO_LARGE);
        String filled = start + "A: " + "b".repeat(LIMITS.maxBytes() - start.length() - 7) + "\r\n\r\n";
        assertThat(filled).hasSize(LIMITS.maxBytes());
        assertThat(head(read(filled)).fields().size()).isEqualTo(1);
        assertThat(reason(read(filled.replaceFirst("b", "bb")))).isEqualTo(ReasonCode.HEAD_TOO_LARGE);
    }

    @Test
    void refusesWhatNeverEndsAsSoonAsItsBoundIsPassed() {
        HeadReader<RequestHead> reader = reader(LIMITS);
        HeadResult<RequestHead> result = null;
        int sent = 0;
        while (!(result instanceof HeadResult.Malformed)) {
            result = reader.read(Unpooled.copiedBuffer("A", StandardCharsets.ISO_8859_1));
            sent++;
        }
        assertThat(sent).isEqualTo(LIMITS.maxLineBytes() + 1);
        assertThat(reason(result)).isEqualTo(ReasonCode.URI_TOO_LONG);
    }

    @Test
    void neverThrowsWhateverComes() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder bytes = new StringBuilder(GOOD);
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(bytes.length());
                switch (random.nextInt(3)) {
                    case 0 -> bytes.setCharAt(at, (char) random.nextInt(256));
                    case 1 -> bytes.insert(at, "\r\n :\0\t".charAt(random.nextInt(6)));
                    default -> bytes.deleteCharAt(at);
                }
            }
            String text = bytes.toString();
            HeadResult<RequestHead> whole = read(text);
            HeadReader<RequestHead> reader = reader(LIMITS);
            int split = random.nextInt(text.length() + 1);
            HeadResult<RequestHead> parts =
                    reader.read(Unpooled.copiedBuffer(text.substring(0, split), StandardCharsets.ISO_8859_1));
            if (parts instanceof HeadResult.Incomplete && split < text.length()) {
                parts = reader.read(Unpooled.copiedBuffer(text.substring(split), StandardCharsets.ISO_8859_1));
            }
            assertThat(parts.getClass())
                    .as("seed %d, split %d of %s", seed, split, text)
                    .isEqualTo(whole.getClass());
        }
    }
}
