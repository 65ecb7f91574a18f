package io.sallyport.proxy.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sallyport.model.host.IpAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes answers, none of which is longer than a datagram without EDNS may be (512 bytes, RFC 1035 section 2.3.4). */
final class DnsWriter {
    private static final int QUERY_RESPONSE = 0x8000;
    private static final int AUTHORITATIVE = 0x0400;
    private static final int RECURSION_DESIRED = 0x0100;
    private static final int RECURSION_AVAILABLE = 0x0080;
    private static final int NAME_OF_QUESTION = 0xc00c;
    private static final int OPT = 41;
    private static final int PAYLOAD_BYTES = 1_232;
    private static final int USUAL_BYTES = 128;

    private DnsWriter() {}

    /**
     * Returns an answer, which the caller releases.
     *
     * @param question null where none could be read
     * @param address the one record of the answer, or null
     */
    static ByteBuf answer(
            ByteBufAllocator alloc,
            DnsHeader query,
            DnsCode code,
            @Nullable DnsQuestion question,
            @Nullable IpAddress address,
            Duration ttl) {
        ByteBuf out = alloc.buffer(USUAL_BYTES);
        int flags = QUERY_RESPONSE
                | query.opcode() << 11
                | AUTHORITATIVE
                | (query.recursionDesired() ? RECURSION_DESIRED : 0)
                | RECURSION_AVAILABLE
                | code.low();
        out.writeShort(query.id()).writeShort(flags);
        out.writeShort(question == null ? 0 : 1).writeShort(address == null ? 0 : 1);
        out.writeShort(0).writeShort(query.extended() ? 1 : 0);
        if (question != null) {
            out.writeCharSequence(question.wire(), StandardCharsets.ISO_8859_1);
        }
        if (address != null) {
            out.writeShort(NAME_OF_QUESTION).writeShort(DnsQuestion.A).writeShort(DnsQuestion.INTERNET);
            out.writeInt((int) ttl.toSeconds()).writeShort(4).writeBytes(address.toBytes());
        }
        if (query.extended()) {
            out.writeByte(0).writeShort(OPT).writeShort(PAYLOAD_BYTES);
            out.writeByte(code.high()).writeByte(0).writeShort(0).writeShort(0);
        }
        return out;
    }
}
