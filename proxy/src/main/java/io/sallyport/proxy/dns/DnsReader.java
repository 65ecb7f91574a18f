package io.sallyport.proxy.dns;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads queries as stub resolvers send them: one question whose name is spelt out, and at most an OPT record behind it.
 * Never throws, follows no pointer, and takes time in proportion to the message. Confined to one message.
 */
final class DnsReader {
    private static final int HEADER_BYTES = 12;
    private static final int MAX_NAME_BYTES = 255;
    private static final int MAX_LABEL_BYTES = 63;
    private static final int OPT = 41;
    private static final int OPT_BYTES = 11;

    private final ByteBuf in;
    private final int id;
    private final int flags;

    private DnsReader(ByteBuf in) {
        this.in = in;
        this.id = in.readUnsignedShort();
        this.flags = in.readUnsignedShort();
    }

    /** Reads {@code in}, which stays the caller's, to its end. */
    static DnsMessage read(ByteBuf in) {
        if (in.readableBytes() < HEADER_BYTES) {
            return new DnsMessage.Silent();
        }
        var reader = new DnsReader(in);
        boolean isAnswer = (reader.flags & 0x8000) != 0;
        return isAnswer ? new DnsMessage.Silent() : reader.query();
    }

    private DnsHeader header(boolean extended) {
        return new DnsHeader(id, flags >>> 11 & 0xf, (flags & 0x0100) != 0, extended);
    }

    private DnsMessage malformed(String why) {
        return new DnsMessage.Unserved(header(false), DnsCode.FORMAT_ERROR, why);
    }

    private DnsMessage query() {
        if (header(false).opcode() != 0) {
            return new DnsMessage.Unserved(header(false), DnsCode.NOT_IMPLEMENTED, "an opcode other than QUERY");
        }
        int questions = in.readUnsignedShort();
        int answers = in.readUnsignedShort() + in.readUnsignedShort();
        int additional = in.readUnsignedShort();
        if (questions != 1 || answers != 0 || additional > 1 || (flags & 0x0200) != 0) {
            return malformed("not one whole question");
        }
        int start = in.readerIndex();
        String name = name();
        if (name == null || in.readableBytes() < 4) {
            return malformed("the name of the question cannot be read");
        }
        int type = in.readUnsignedShort();
        int category = in.readUnsignedShort();
        String wire = in.toString(start, in.readerIndex() - start, StandardCharsets.ISO_8859_1);
        return additional(additional, new DnsQuestion(name, type, category, wire));
    }

    private DnsMessage additional(int count, DnsQuestion question) {
        if (count == 0) {
            return in.isReadable()
                    ? malformed("bytes behind the question")
                    : new DnsMessage.Query(header(false), question);
        }
        if (in.readableBytes() < OPT_BYTES || in.readByte() != 0 || in.readUnsignedShort() != OPT) {
            return malformed("a record that is no OPT");
        }
        in.skipBytes(3); // the sender's bound, which no answer reaches, and the upper bits of the code
        int version = in.readUnsignedByte();
        in.skipBytes(2);
        if (in.readUnsignedShort() != in.readableBytes()) {
            return malformed("the OPT record does not end the message");
        }
        in.skipBytes(in.readableBytes());
        return version == 0
                ? new DnsMessage.Query(header(true), question)
                : new DnsMessage.Unserved(header(true), DnsCode.BAD_VERSION, "a version of EDNS other than 0");
    }

    /** Returns null where the name is cut off, too long, or compressed, which nothing comes before. */
    private @Nullable String name() {
        var name = new StringBuilder();
        int bytes = 1;
        while (in.isReadable()) {
            int length = in.readUnsignedByte();
            if (length == 0) {
                return name.toString();
            }
            bytes += length + 1;
            if (length > MAX_LABEL_BYTES || bytes > MAX_NAME_BYTES || in.readableBytes() < length) {
                return null;
            }
            if (!name.isEmpty()) {
                name.append('.');
            }
            for (int i = 0; i < length; i++) {
                append(in.readUnsignedByte(), name);
            }
        }
        return null;
    }

    private static void append(int value, StringBuilder to) {
        boolean plain = value > ' ' && value < 0x7f && value != '.' && value != '\\';
        if (plain) {
            to.append((char) value);
        } else {
            to.append('\\').append("%03d".formatted(value));
        }
    }
}
