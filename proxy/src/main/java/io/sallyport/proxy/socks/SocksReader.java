package io.sallyport.proxy.socks;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a SOCKS5 client says before its tunnel, message after message (RFC 1928, RFC 1929). Takes no byte behind
 * the message that is expected; the result is the same however the bytes are split. Holds at most {@value #MAX_BYTES}
 * bytes. Confined to its event loop.
 */
public final class SocksReader {
    /** The longest message: user name and password of 255 bytes each. */
    private static final int MAX_BYTES = 3 + 255 + 255;

    private static final byte VERSION = 5;
    private static final byte PASSWORD_VERSION = 1;
    private static final int NO_AUTHENTICATION = 0;
    private static final int PASSWORD = 2;
    private static final byte IPV4 = 1;
    private static final byte NAME = 3;
    private static final byte IPV6 = 4;
    /** Up to the first byte of the address, which for a name is its length. */
    private static final int REQUEST_START = 5;

    private static final int PORT_BYTES = 2;

    private static final SocksMessage INCOMPLETE = new SocksMessage.Incomplete();

    /** The message that is expected. */
    private enum Expected {
        GREETING,
        CREDENTIALS,
        REQUEST
    }

    private final byte[] message = new byte[MAX_BYTES];
    private int length;
    private Expected expected = Expected.GREETING;

    /** Whether a byte has come. */
    public boolean hasBegun() {
        return expected != Expected.GREETING || length > 0;
    }

    /** Says that user name and password come next. */
    public void expectCredentials() {
        expected = Expected.CREDENTIALS;
    }

    /** Says that the request comes next. */
    public void expectRequest() {
        expected = Expected.REQUEST;
    }

    /** Takes bytes of {@code in} up to the end of the message, and no further. */
    public SocksMessage read(ByteBuf in) {
        while (in.isReadable()) {
            message[length++] = in.readByte();
            SocksMessage result = length == 1 ? first(message[0]) : rest();
            if (result != null) {
                length = 0;
                return result;
            }
        }
        return INCOMPLETE;
    }

    /** Null while the message goes on. */
    private @Nullable SocksMessage first(byte version) {
        boolean isRight = version == (expected == Expected.CREDENTIALS ? PASSWORD_VERSION : VERSION);
        if (isRight) {
            return null;
        }
        return expected == Expected.GREETING
                ? new SocksMessage.Foreign(SocksMessage.Protocol.of(version))
                : malformed("the message has another version");
    }

    private @Nullable SocksMessage rest() {
        return switch (expected) {
            case GREETING -> length == 2 + at(1) ? greeting() : null;
            case CREDENTIALS -> credentials();
            case REQUEST -> length < REQUEST_START ? null : request();
        };
    }

    private SocksMessage greeting() {
        boolean none = false;
        boolean password = false;
        for (int i = 2; i < length; i++) {
            none |= at(i) == NO_AUTHENTICATION;
            password |= at(i) == PASSWORD;
        }
        return new SocksMessage.Greeting(none, password);
    }

    private @Nullable SocksMessage credentials() {
        int colon = 2 + at(1);
        if (length <= colon || length < colon + 1 + at(colon)) {
            return null;
        }
        byte[] name = Arrays.copyOfRange(message, 2, colon);
        if (new String(name, StandardCharsets.ISO_8859_1).indexOf(':') >= 0) {
            return new SocksMessage.Malformed(ReasonCode.NO_IDENTITY, "the user name is the id of a sandbox");
        }
        byte[] pair = Arrays.copyOfRange(message, 2, length);
        pair[name.length] = ':';
        Arrays.fill(message, (byte) 0);
        return new SocksMessage.Credentials(Base64.getEncoder().encodeToString(pair));
    }

    private @Nullable SocksMessage request() {
        SocksCommand command = SocksCommand.of(message[1]);
        if (command == null) {
            return new SocksMessage.Malformed(ReasonCode.METHOD_REFUSED, "SOCKS knows no such command");
        }
        if (message[2] != 0) {
            return malformed("the reserved byte of the request is not 0");
        }
        int end = addressEnd(message[3]);
        if (end < 0) {
            return new SocksMessage.Malformed(
                    ReasonCode.UNSUPPORTED_SCHEME, "the address is neither IPv4, IPv6 nor a name");
        }
        return length < end + PORT_BYTES ? null : new SocksMessage.Request(command, host(end) + ":" + port(end));
    }

    /** Index behind the address, -1 where it is of no known type. */
    private int addressEnd(byte type) {
        return switch (type) {
            case IPV4 -> 4 + 4;
            case NAME -> REQUEST_START + at(4);
            case IPV6 -> 4 + 16;
            default -> -1;
        };
    }

    private String host(int end) {
        return switch (message[3]) {
            case IPV4 -> at(4) + "." + at(5) + "." + at(6) + "." + at(7);
            case NAME -> new String(message, REQUEST_START, end - REQUEST_START, StandardCharsets.ISO_8859_1);
            default -> ipv6(ByteBuffer.wrap(message, 4, 16));
        };
    }

    private static String ipv6(ByteBuffer address) {
        var groups = new StringJoiner(":", "[", "]");
        while (address.hasRemaining()) {
            groups.add(HexFormat.of().toHexDigits(address.getShort()));
        }
        return groups.toString();
    }

    private int port(int at) {
        return at(at) << 8 | at(at + 1);
    }

    private int at(int index) {
        return message[index] & 0xff;
    }

    private static SocksMessage malformed(String why) {
        return new SocksMessage.Malformed(ReasonCode.MALFORMED_REQUEST, why);
    }
}
