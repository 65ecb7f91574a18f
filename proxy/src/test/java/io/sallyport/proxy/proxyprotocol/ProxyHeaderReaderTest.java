package io.sallyport.proxy.proxyprotocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderReaderTest {
    private static final String SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";
    private static final String ADDRESSES_4 = "\u00c0\0\2\7\u00c0\0\2\1\0\1\0\2";
    private static final String ADDRESSES_6 = " \1\r\u00b8" + "\0".repeat(11) + "\7" + "\0".repeat(16) + "\0\1\0\2";
    private static final int ROUNDS = 5_000;
    private static final List<String> PIECES = List.of(
            "PROXY ",
            "TCP4 ",
            "TCP6 ",
            "UNKNOWN",
            "192.0.2.7 ",
            "::1 ",
            "1 ",
            "65535",
            "\r\n",
            "\r",
            "\n",
            SIGNATURE,
            "!",
            " ",
            "\u0011",
            "\0\14",
            ADDRESSES_4,
            "\0");

    /** Returns the result and what was not taken. */
    private static String read(String bytes, Random split) {
        var reader = new ProxyHeaderReader();
        ProxyHeader result = new ProxyHeader.Incomplete();
        int from = 0;
        while (from < bytes.length() && result instanceof ProxyHeader.Incomplete) {
            int to = Math.min(bytes.length(), from + split.nextInt(1, 9));
            ByteBuf in = Unpooled.wrappedBuffer(bytes.substring(from, to).getBytes(StandardCharsets.ISO_8859_1));
            result = reader.read(in);
            from = to - in.readableBytes();
        }
        return result + " " + bytes.substring(from);
    }

    private static ProxyHeader header(String bytes) {
        return new ProxyHeaderReader().read(Unpooled.wrappedBuffer(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static ProxyHeader from(String address) {
        return new ProxyHeader.From(InetAddress.ofLiteral(address));
    }

    private static String version2(int command, int family, String rest) {
        return SIGNATURE
                + (char) command
                + (char) family
                + (char) (rest.length() >> 8)
                + (char) (rest.length() & 0xff)
                + rest;
    }

    @ParameterizedTest
    @CsvSource({
        "PROXY TCP4 192.0.2.7 192.0.2.1 1 65535, 192.0.2.7",
        "PROXY TCP4 255.255.255.255 0.0.0.0 0 0, 255.255.255.255",
        "PROXY TCP6 2001:db8::7 ::1 1 2, 2001:db8::7"
    })
    void readsTheLineOfVersion1(String line, String address) {
        assertThat(header(line + "\r\n")).isEqualTo(from(address));
    }

    @Test
    void readsVersion2AndSkipsWhatStandsBehindTheAddresses() {
        assertThat(header(version2(0x21, 0x11, ADDRESSES_4))).isEqualTo(from("192.0.2.7"));
        assertThat(header(version2(0x21, 0x11, ADDRESSES_4 + "x".repeat(996)))).isEqualTo(from("192.0.2.7"));
        assertThat(header(version2(0x21, 0x21, ADDRESSES_6))).isEqualTo(from("2001:db8::7"));
    }

    @Test
    void aLoadBalancerMaySpeakForItself() {
        assertThat(header(version2(0x20, 0x11, ADDRESSES_4))).isEqualTo(new ProxyHeader.OfPeer());
        assertThat(header(version2(0x20, 0, ""))).isEqualTo(new ProxyHeader.OfPeer());
        assertThat(header(version2(0x21, 0, ""))).isEqualTo(new ProxyHeader.OfPeer());
        assertThat(header("PROXY UNKNOWN\r\n")).isEqualTo(new ProxyHeader.OfPeer());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1",
                "\5\1\2",
                "proxy TCP4",
                "PROXY  TCP4 192.0.2.7 192.0.2.1 1 2\r\n",
                "PROXY TCP4 192.0.2.7 192.0.2.1 1 2\n",
                "PROXY TCP4 192.0.2.7 192.0.2.1 1\r\n",
                "PROXY TCP4 192.0.2.7 192.0.2.1 1 2 3\r\n",
                "PROXY TCP4 192.0.2.7 192.0.2.1 01 2\r\n",
                "PROXY TCP4 192.0.2.7 192.0.2.1 1 65536\r\n",
                "PROXY TCP4 192.0.2 192.0.2.1 1 2\r\n",
                "PROXY TCP4 192.0.2.07 192.0.2.1 1 2\r\n",
                "PROXY TCP4 ::1 ::1 1 2\r\n",
                "PROXY TCP6 192.0.2.7 192.0.2.1 1 2\r\n",
                "PROXY TCP6 ::ffff:192.0.2.7 ::1 1 2\r\n",
                "PROXY UDP4 192.0.2.7 192.0.2.1 1 2\r\n",
                "PROXY \r\n"
            })
    void refusesOtherBytes(String bytes) {
        assertThat(header(bytes)).isInstanceOf(ProxyHeader.Malformed.class);
    }

    @Test
    void refusesOtherVersionsFamiliesAndLengths() {
        assertThat(header(version2(0x11, 0x11, ADDRESSES_4))).isInstanceOf(ProxyHeader.Malformed.class);
        assertThat(header(version2(0x22, 0x11, ADDRESSES_4))).isInstanceOf(ProxyHeader.Malformed.class);
        assertThat(header(version2(0x21, 0x12, ADDRESSES_4))).isInstanceOf(ProxyHeader.Malformed.class);
        assertThat(header(version2(0x21, 0x31, "x".repeat(216)))).isInstanceOf(ProxyHeader.Malformed.class);
        assertThat(header(version2(0x21, 0x11, ADDRESSES_4.substring(1)))).isInstanceOf(ProxyHeader.Malformed.class);
        assertThat(header(version2(0x21, 0x21, ADDRESSES_4))).isInstanceOf(ProxyHeader.Malformed.class);
        assertThat(header(version2(0x21, 0x11, "x".repeat(1009)))).isInstanceOf(ProxyHeader.Malformed.class);
        assertThat(header("PROXY UNKNOWN" + "x".repeat(107))).isInstanceOf(ProxyHeader.Malformed.class);
    }

    @Test
    void theResultIsTheSameHoweverTheBytesAreSplit() {
        Random random = new Random(7);
        for (int round = 0; round < ROUNDS; round++) {
            var bytes = new StringBuilder(random.nextBoolean() ? "PROXY TCP4 " : SIGNATURE);
            for (int i = random.nextInt(1, 9); i > 0; i--) {
                bytes.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            assertThat(read(bytes.toString(), random))
                    .as("seed 7, round %s", round)
                    .isEqualTo(read(bytes.toString(), random));
        }
    }
}
