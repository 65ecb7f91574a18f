package io.sallyport.proxy.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What holds for whatever a client of DNS sends. */
final class DnsForms {
    private static final int MAX_ANSWER_BYTES = 512;

    private DnsForms() {}

    /**
     * Asserts that a query that is read repeats its question in an answer that fits a datagram, and that its name, if
     * it is one of a host, is the name that was spelt out.
     */
    static void check(byte[] bytes) {
        switch (DnsReader.read(Unpooled.wrappedBuffer(bytes))) {
            case DnsMessage.Silent _ -> {}
            case DnsMessage.Unserved(DnsHeader header, DnsCode code, String _) ->
                assertThat(answer(header, code, null)).isLessThanOrEqualTo(MAX_ANSWER_BYTES);
            case DnsMessage.Query(DnsHeader header, DnsQuestion question) -> {
                assertThat(answer(header, DnsCode.NO_ERROR, question)).isLessThanOrEqualTo(MAX_ANSWER_BYTES);
                if (CanonicalHost.parse(question.name()) instanceof Parsed.Accepted(CanonicalHost host)
                        && !host.isAddress()) {
                    byte[] again = DnsBytes.question(question.name(), question.type(), question.category());
                    assertThat(question.wire().getBytes(StandardCharsets.ISO_8859_1))
                            .isEqualTo(again);
                }
            }
        }
    }

    private static int answer(DnsHeader header, DnsCode code, @Nullable DnsQuestion question) {
        IpAddress address = question == null ? null : IpAddress.v4(0xC612_0001L);
        ByteBuf out =
                DnsWriter.answer(ByteBufAllocator.DEFAULT, header, code, question, address, Duration.ofSeconds(30));
        try {
            assertThat(DnsReader.read(out.duplicate())).isEqualTo(new DnsMessage.Silent());
            return out.readableBytes();
        } finally {
            out.release();
        }
    }
}
