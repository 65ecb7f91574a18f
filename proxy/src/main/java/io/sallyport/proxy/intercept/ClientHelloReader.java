package io.sallyport.proxy.intercept;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first bytes of a connection as the TLS records that carry a ClientHello (RFC 8446 section 5.1). The message
 * may lie in many small records; nothing else may lie in them. Takes nothing out of the buffer, so that whoever serves
 * the connection reads it from its first byte. Confined to one call.
 */
public final class ClientHelloReader {
    /** Of the message; far above what clients send (2 KiB with post-quantum key shares). */
    static final int MAX_HELLO_BYTES = 16_384;

    /** A client that cuts its hello into more pieces hides something. */
    static final int MAX_RECORDS = 64;

    private static final int HANDSHAKE = 22;
    private static final int MAJOR_VERSION = 3;
    private static final int MAX_MINOR_VERSION = 4;
    private static final int RECORD_HEAD_BYTES = 5;
    private static final int MAX_RECORD_BYTES = 16_384;
    private static final int MESSAGE_HEAD_BYTES = 4;
    private static final int CLIENT_HELLO = 1;

    private static final HelloResult INCOMPLETE = new HelloResult.Incomplete();
    private static final HelloResult NOT_TLS = new HelloResult.NotTls();

    private final ByteBuf in;
    private final byte[] message;
    private int messageLength;

    private ClientHelloReader(ByteBuf in) {
        this.in = in;
        this.message = new byte[in.readableBytes()];
    }

    /** What {@code in} is, from its reader index on. */
    public static HelloResult read(ByteBuf in) {
        return new ClientHelloReader(in).readRecords();
    }

    private HelloResult readRecords() {
        int at = in.readerIndex();
        for (int records = 0; records < MAX_RECORDS; records++) {
            int there = in.writerIndex() - at;
            if (!startsAsHandshake(at, there)) {
                return records == 0 ? NOT_TLS : malformed("something else comes before its end");
            }
            if (there < RECORD_HEAD_BYTES) {
                return INCOMPLETE;
            }
            int length = in.getUnsignedShort(at + 3);
            if (length == 0 || length > MAX_RECORD_BYTES) {
                return malformed("a record of " + length + " bytes");
            }
            int got = Math.min(length, there - RECORD_HEAD_BYTES);
            append(at + RECORD_HEAD_BYTES, got);
            HelloResult result = readMessage(got == length);
            if (result != null) {
                return result;
            }
            at += RECORD_HEAD_BYTES + length;
        }
        return malformed("in more than " + MAX_RECORDS + " records");
    }

    private boolean startsAsHandshake(int at, int there) {
        return (there < 1 || in.getByte(at) == HANDSHAKE)
                && (there < 2 || in.getByte(at + 1) == MAJOR_VERSION)
                && (there < 3 || in.getUnsignedByte(at + 2) <= MAX_MINOR_VERSION);
    }

    private void append(int from, int bytes) {
        in.getBytes(from, message, messageLength, bytes);
        messageLength += bytes;
    }

    /** What the message is by now, or null where the next record has to tell. */
    private @Nullable HelloResult readMessage(boolean recordIsWhole) {
        if (messageLength > 0 && message[0] != CLIENT_HELLO) {
            return malformed("the first handshake message is no ClientHello");
        }
        if (messageLength >= MESSAGE_HEAD_BYTES) {
            int end = MESSAGE_HEAD_BYTES + announced();
            if (end > MAX_HELLO_BYTES) {
                return malformed("over " + MAX_HELLO_BYTES + " bytes");
            }
            if (messageLength > end || (messageLength == end && !recordIsWhole)) {
                return malformed("its record goes on behind it");
            }
            if (messageLength == end) {
                return ClientHelloBody.read(message, MESSAGE_HEAD_BYTES, end);
            }
        }
        return recordIsWhole ? null : INCOMPLETE;
    }

    private int announced() {
        return (message[1] & 0xff) << 16 | (message[2] & 0xff) << 8 | (message[3] & 0xff);
    }

    private static HelloResult malformed(String why) {
        return new HelloResult.Malformed(why);
    }
}
