package io.sallyport.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.util.NetUtil;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * One resource record (RFC 1035 section 3.2.1).
 *
 * @param owner without the trailing dot
 * @param type {@code A}, {@code AAAA} or {@code CNAME}
 * @param value an address, a name without the trailing dot, or {@code hex:} followed by raw bytes, valid or not
 */
public record NameRecord(String owner, String type, long ttl, String value) {
    public static NameRecord a(String owner, long ttl, String address) {
        return new NameRecord(owner, "A", ttl, address);
    }

    public static NameRecord aaaa(String owner, long ttl, String address) {
        return new NameRecord(owner, "AAAA", ttl, address);
    }

    public static NameRecord cname(String owner, long ttl, String target) {
        return new NameRecord(owner, "CNAME", ttl, target);
    }

    DnsRecord toDns() {
        return new DefaultDnsRawRecord(owner + ".", DnsRecordType.valueOf(type), ttl, content());
    }

    private ByteBuf content() {
        if (value.startsWith("hex:")) {
            return Unpooled.wrappedBuffer(HexFormat.of().parseHex(value.substring(4)));
        }
        return type.equals("CNAME")
                ? labels()
                : Unpooled.wrappedBuffer(NetUtil.createByteArrayFromIpAddressString(value));
    }

    private ByteBuf labels() {
        ByteBuf name = Unpooled.buffer();
        for (String label : value.split("\\.", -1)) {
            name.writeByte(label.length());
            name.writeCharSequence(label, StandardCharsets.US_ASCII);
        }
        return name.writeByte(0);
    }
}
