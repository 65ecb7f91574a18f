package io.sallyport.proxy.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Properties of the reader for any bytes in place of a request head. */
final class HeadForms {
    private static final HeadLimits LIMITS = new HeadLimits(2_048, 1_024, 32, Duration.ofSeconds(1));

    /** Room for the names and separators that a field section does not count. */
    private static final HeadLimits WIDE = new HeadLimits(8_192, 4_096, 64, Duration.ofSeconds(1));

    private HeadForms() {}

    static void check(byte[] bytes) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        HeadResult<RequestHead> whole = reader().read(in);
        HeadResult<RequestHead> pieces = piecewise(bytes);
        switch (whole) {
            case HeadResult.Incomplete<RequestHead> _ -> assertThat(pieces).isInstanceOf(HeadResult.Incomplete.class);
            // Split input may show the fault earlier and as another one, but never as none.
            case HeadResult.Malformed<RequestHead> _ -> assertThat(pieces).isInstanceOf(HeadResult.Malformed.class);
            case HeadResult.Complete<RequestHead>(RequestHead head) -> {
                wellFormed(head);
                same(head, pieces);
                same(head, reader().read(Unpooled.copiedBuffer(written(head), StandardCharsets.ISO_8859_1)));
                int taken = in.readerIndex();
                assertThat(new String(bytes, taken - 4, 4, StandardCharsets.ISO_8859_1))
                        .isEqualTo("\r\n\r\n");
            }
        }
    }

    private static HeadReader<RequestHead> reader() {
        return HeadReader.ofRequests(LIMITS, new byte[LIMITS.maxBytes() + 1]);
    }

    private static HeadResult<RequestHead> piecewise(byte[] bytes) {
        HeadReader<RequestHead> reader = reader();
        HeadResult<RequestHead> result = new HeadResult.Incomplete<>();
        for (int i = 0; i < bytes.length && result instanceof HeadResult.Incomplete; i++) {
            result = reader.read(Unpooled.wrappedBuffer(bytes, i, 1));
        }
        return result;
    }

    static void wellFormed(RequestHead head) {
        assertThat(head.method()).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}");
        assertThat(head.target()).matches("[!-~]+");
        for (int i = 0; i < head.fields().size(); i++) {
            assertThat(head.fields().name(i)).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
            assertThat(head.fields().value(i)).matches("([!-~\\x80-\\xff]([\\t -~\\x80-\\xff]*[!-~\\x80-\\xff])?)?");
        }
        if (head.framing() instanceof Framing.Chunked) {
            assertThat(head.minorVersion()).isEqualTo(1);
            assertThat(head.fields().first("Content-Length")).isNull();
        }
    }

    /** Written as HTTP/1.1 and read again, {@code head} has the same line and fields. */
    static void readsTheSame(RequestHead head) {
        String text = written(head);
        ByteBuf in = Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
        HeadResult<RequestHead> read =
                HeadReader.ofRequests(WIDE, new byte[WIDE.maxBytes() + 1]).read(in);
        assertThat(in.isReadable()).isFalse();
        assertThat(read)
                .isInstanceOfSatisfying(
                        HeadResult.Complete.class,
                        again -> assertThat(written((RequestHead) again.head())).isEqualTo(text));
    }

    private static void same(RequestHead head, HeadResult<RequestHead> other) {
        assertThat(other).isInstanceOf(HeadResult.Complete.class);
        RequestHead again = ((HeadResult.Complete<RequestHead>) other).head();
        assertThat(written(again)).isEqualTo(written(head));
        assertThat(again.framing()).isEqualTo(head.framing());
    }

    private static String written(RequestHead head) {
        StringBuilder text = new StringBuilder();
        text.append(head.method())
                .append(' ')
                .append(head.target())
                .append(" HTTP/1.")
                .append(head.minorVersion());
        for (int i = 0; i < head.fields().size(); i++) {
            text.append("\r\n")
                    .append(head.fields().name(i))
                    .append(':')
                    .append(head.fields().value(i));
        }
        return text.append("\r\n\r\n").toString();
    }
}
