package io.sallyport.proxy.firstbytes;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.Scheme;
import java.nio.charset.StandardCharsets;

/**
 * The messages with which a PostgreSQL client begins (PostgreSQL 18, Frontend/Backend Protocol, "Message Formats"): a
 * startup, a cancellation, or a question for encryption, whose answer the client waits for. Behind the question comes
 * TLS, a GSSAPI token, or one of the other messages where the server refuses. Confined to one tunnel.
 */
final class PostgresStartup {
    private static final int HEAD_BYTES = 8;

    /** {@code MAX_STARTUP_PACKET_LENGTH} of the server. */
    private static final int MAX_BYTES = 10_000;

    private static final int MAJOR_VERSION = 3;
    private static final int CANCEL_REQUEST = 80_877_102;
    private static final int SSL_REQUEST = 80_877_103;
    private static final int GSSENC_REQUEST = 80_877_104;

    /** Its key has 4 bytes in version 3.0 and up to 256 since 3.2. */
    private static final int MIN_CANCEL_BYTES = 16;

    private static final int MAX_CANCEL_BYTES = 268;

    /** {@code PQ_GSS_MAX_PACKET_SIZE} of the client library, less the length. */
    private static final int MAX_TOKEN_BYTES = 16_380;

    /** The tag of an initial token (RFC 2743 section 3.1). */
    private static final byte GSSAPI_TOKEN = 0x60;

    private static final byte[] USER = "user\0".getBytes(StandardCharsets.US_ASCII);

    private boolean askedForTls;
    private boolean askedForGssapi;

    /** Whether the client has asked for encryption. */
    boolean hasBegun() {
        return askedForTls || askedForGssapi;
    }

    FirstBytes read(ByteBuf in) {
        int at = in.readerIndex();
        int there = in.readableBytes();
        if (there >= 2 && in.getByte(at + 1) != 0) {
            return unfit();
        }
        if (there < HEAD_BYTES) {
            return FirstBytesReader.INCOMPLETE;
        }
        int length = in.getInt(at);
        if (askedForGssapi && in.getByte(at + Integer.BYTES) == GSSAPI_TOKEN) {
            return length > 0 && length <= MAX_TOKEN_BYTES ? spoken() : unfit();
        }
        return length < HEAD_BYTES || length > MAX_BYTES ? unfit() : message(in, length, in.getInt(at + Integer.BYTES));
    }

    private FirstBytes message(ByteBuf in, int length, int code) {
        return switch (code) {
            case SSL_REQUEST -> {
                boolean fits = length == HEAD_BYTES && !askedForTls;
                askedForTls = true;
                yield fits ? begun() : unfit();
            }
            case GSSENC_REQUEST -> {
                boolean fits = length == HEAD_BYTES && !askedForGssapi;
                askedForGssapi = true;
                yield fits ? begun() : unfit();
            }
            case CANCEL_REQUEST ->
                length < MIN_CANCEL_BYTES || length > MAX_CANCEL_BYTES ? unfit() : whole(in, length, true);
            default -> code >>> 16 == MAJOR_VERSION ? whole(in, length, false) : unfit();
        };
    }

    private static FirstBytes whole(ByteBuf in, int length, boolean cancels) {
        if (in.readableBytes() < length) {
            return FirstBytesReader.INCOMPLETE;
        }
        return cancels || namesUser(in, in.readerIndex() + HEAD_BYTES, in.readerIndex() + length) ? spoken() : unfit();
    }

    /** Whether there are pairs of texts, each ended by a zero, then another zero, and a user among them. */
    private static boolean namesUser(ByteBuf in, int from, int end) {
        boolean found = false;
        int at = from;
        while (at < end && in.getByte(at) != 0) {
            int value = afterZero(in, at, end);
            found |= isUser(in, at, value) && value < end && in.getByte(value) != 0;
            at = afterZero(in, value, end);
        }
        return found && at == end - 1;
    }

    /** The place behind the next zero, or behind the end where there is none. */
    private static int afterZero(ByteBuf in, int from, int end) {
        int zero = from < end ? in.indexOf(from, end, (byte) 0) : -1;
        return zero < 0 ? end + 1 : zero + 1;
    }

    private static boolean isUser(ByteBuf in, int from, int end) {
        if (end - from != USER.length) {
            return false;
        }
        for (int i = 0; i < USER.length; i++) {
            if (in.getByte(from + i) != USER[i]) {
                return false;
            }
        }
        return true;
    }

    private static FirstBytes begun() {
        return new FirstBytes.Begun(Scheme.TCP_POSTGRES, HEAD_BYTES);
    }

    private static FirstBytes spoken() {
        return new FirstBytes.Spoken(Scheme.TCP_POSTGRES, null);
    }

    private static FirstBytes unfit() {
        return FirstBytes.Unfit.of("no message with which a PostgreSQL client begins");
    }
}
