package io.sallyport.proxy.proxyprotocol;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header of the PROXY protocol, version 1 or 2 (proxy-protocol.txt of HAProxy, revision of 2020). Takes no
 * byte behind it; the result is the same however the bytes are split. Holds at most {@value #MAX_BYTES} bytes. Confined
 * to its event loop.
 */
public final class ProxyHeaderReader {
    /** Bytes of a version 2 header, of which those behind the addresses are skipped. */
    static final int MAX_BYTES = 1024;

    /** Of a version 1 line with its end (section 2.1). */
    private static final int MAX_LINE_BYTES = 107;

    private static final byte[] SIGNATURE_1 = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SIGNATURE_2 = {'\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'};
    private static final int START_2 = 16;
    private static final int LOCAL = 0x20;
    private static final int PROXY = 0x21;
    private static final int TCP_4 = 0x11;
    private static final int TCP_6 = 0x21;
    private static final int ADDRESSES_4 = 12;
    private static final int ADDRESSES_6 = 36;
    private static final Pattern PORT = Pattern.compile("0|[1-9][0-9]{0,4}");
    private static final ProxyHeader INCOMPLETE = new ProxyHeader.Incomplete();
    private static final ProxyHeader OF_PEER = new ProxyHeader.OfPeer();

    private final byte[] header = new byte[MAX_BYTES];
    private int length;

    /** Takes bytes of {@code in} up to the end of the header, and no further. */
    public ProxyHeader read(ByteBuf in) {
        while (in.isReadable()) {
            header[length++] = in.readByte();
            ProxyHeader result = header[0] == SIGNATURE_2[0] ? version2() : version1();
            if (result != null) {
                return result;
            }
        }
        return INCOMPLETE;
    }

    /** Null while the header goes on. */
    private @Nullable ProxyHeader version1() {
        if (!begins(SIGNATURE_1)) {
            return malformed("the connection does not begin with a PROXY header");
        }
        if (header[length - 1] != '\n') {
            return length == MAX_LINE_BYTES ? malformed("the PROXY line is too long") : null;
        }
        if (header[length - 2] != '\r') {
            return malformed("the PROXY line does not end with CRLF");
        }
        return line(new String(header, 0, length - 2, StandardCharsets.ISO_8859_1));
    }

    private static ProxyHeader line(String line) {
        String[] words = line.split(" ", -1);
        if (words[1].equals("UNKNOWN")) {
            return OF_PEER;
        }
        int bits = words[1].equals("TCP4") ? IpAddress.V4 : IpAddress.V6;
        boolean isTcp = words[1].equals("TCP4") || words[1].equals("TCP6");
        if (!isTcp || words.length != 6 || !isPort(words[4]) || !isPort(words[5])) {
            return malformed("the PROXY line is not TCP4 or TCP6, two addresses and two ports");
        }
        IpAddress source = address(words[2], bits);
        return source == null || address(words[3], bits) == null
                ? malformed("an address of the PROXY line is not of its family")
                : new ProxyHeader.From(source.toInetAddress());
    }

    private static boolean isPort(String text) {
        return PORT.matcher(text).matches() && Integer.parseInt(text) <= 65_535;
    }

    private static @Nullable IpAddress address(String text, int bits) {
        return IpAddress.parse(text) instanceof Parsed.Accepted(IpAddress address)
                        && address.bits() == bits
                        && text.indexOf(':') >= 0 == (bits == IpAddress.V6)
                ? address
                : null;
    }

    private @Nullable ProxyHeader version2() {
        if (!begins(SIGNATURE_2)) {
            return malformed("the connection does not begin with a PROXY header");
        }
        if (length < START_2) {
            return null;
        }
        int end = START_2 + (at(14) << 8 | at(15));
        if (end > MAX_BYTES) {
            return malformed("the PROXY header is over " + MAX_BYTES + " bytes");
        }
        return length < end ? null : whole(end);
    }

    private ProxyHeader whole(int end) {
        int command = at(12);
        if (command != LOCAL && command != PROXY) {
            return malformed("the PROXY header has another version or command");
        }
        if (command == LOCAL || at(13) == 0) {
            return OF_PEER;
        }
        return switch (at(13)) {
            case TCP_4 -> source(end, ADDRESSES_4, 4);
            case TCP_6 -> source(end, ADDRESSES_6, 16);
            default -> malformed("the PROXY header is of another protocol than TCP");
        };
    }

    private ProxyHeader source(int end, int addresses, int bytes) {
        return end - START_2 < addresses
                ? malformed("the PROXY header ends inside its addresses")
                : new ProxyHeader.From(IpAddress.of(Arrays.copyOfRange(header, START_2, START_2 + bytes))
                        .toInetAddress());
    }

    private boolean begins(byte[] signature) {
        int known = Math.min(length, signature.length);
        return Arrays.equals(header, 0, known, signature, 0, known);
    }

    private int at(int index) {
        return header[index] & 0xff;
    }

    private static ProxyHeader malformed(String why) {
        return new ProxyHeader.Malformed(why);
    }
}
