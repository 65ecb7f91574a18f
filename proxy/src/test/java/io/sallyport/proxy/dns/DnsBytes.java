package io.sallyport.proxy.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Messages of DNS built by hand, so that they can be invalid. */
public final class DnsBytes {
    static final int A = 1;
    static final int AAAA = 28;
    static final int HTTPS = 65;

    private static final int ID = 0x1234;

    private DnsBytes() {}

    /** Returns a query for {@code name} as stub resolvers send it. */
    public static byte[] query(String name, int type) {
        return message(0x0100, new int[] {1, 0, 0, 0}, question(name, type, 1));
    }

    /** Returns the same with an OPT record of that version. */
    static byte[] extended(String name, int type, int version) {
        return message(0x0100, new int[] {1, 0, 0, 1}, joined(question(name, type, 1), opt(version)));
    }

    static byte[] opt(int version) {
        return new byte[] {0, 0, 41, 4, (byte) 0xd0, 0, (byte) version, 0, 0, 0, 0};
    }

    static byte[] message(int flags, int[] counts, byte[] rest) {
        ByteBuf out = Unpooled.buffer();
        out.writeShort(ID).writeShort(flags);
        for (int count : counts) {
            out.writeShort(count);
        }
        return ByteBufUtil.getBytes(out.writeBytes(rest));
    }

    static byte[] question(String name, int type, int category) {
        ByteBuf out = Unpooled.buffer();
        out.writeBytes(name(name)).writeShort(type).writeShort(category);
        return ByteBufUtil.getBytes(out);
    }

    private static byte[] name(String name) {
        ByteBuf out = Unpooled.buffer();
        for (String label : name.isEmpty() ? new String[0] : name.split("\\.")) {
            byte[] bytes = label.getBytes(StandardCharsets.ISO_8859_1);
            out.writeByte(bytes.length).writeBytes(bytes);
        }
        return ByteBufUtil.getBytes(out.writeByte(0));
    }

    static byte[] joined(byte[]... parts) {
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(parts));
    }

    /** Returns the response code of an answer, without the part that stands in an OPT record. */
    static int code(byte[] answer) {
        return answer[3] & 0xf;
    }

    /** Returns the address of an answer with one record of type A, which ends it; null if it has none. */
    public static @Nullable String address(byte[] answer) {
        if (answer[7] == 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int i = answer.length - 4; i < answer.length; i++) {
            text.append(text.isEmpty() ? "" : ".").append(answer[i] & 0xff);
        }
        return text.toString();
    }
}
