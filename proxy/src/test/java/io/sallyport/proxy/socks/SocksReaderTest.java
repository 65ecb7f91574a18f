package io.sallyport.proxy.socks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.SocksBytes;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SocksReaderTest {
    private static final int ROUNDS = 5_000;

    /** Elements that confuse parsers; the numbers are lengths, versions, methods, commands and types by turns. */
    private static final List<String> PIECES = List.of(
            "\5",
            "\5",
            "\1",
            "\2",
            "\0",
            "\3",
            "\4",
            "\u00ff",
            "\6",
            "sb-1",
            "a.test",
            ":",
            "\1\u00bb",
            SocksBytes.GREETING,
            SocksBytes.as("sb-1"),
            SocksBytes.connect("a.test", 443),
            SocksBytes.request(3, "", 0),
            "GET / HTTP/1.1");

    private static List<Object> read(String bytes) {
        return SocksForms.read(List.of(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void readsAConversationAndNoByteBehindIt() {
        String basic = Base64.getEncoder().encodeToString("sb-1:token-sb-1".getBytes(StandardCharsets.US_ASCII));
        assertThat(read(SocksBytes.all("sb-1", "a.test", 443) + "early"))
                .containsExactly(
                        new SocksMessage.Greeting(false, true),
                        new SocksMessage.Credentials(basic),
                        new SocksMessage.Request(SocksCommand.CONNECT, "a.test:443"),
                        "early");
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7:65535",
        "255.0.0.1, 255.0.0.1:65535",
        "2001:db8::ff, [2001:0db8:0000:0000:0000:0000:0000:00ff]:65535"
    })
    void writesAddressesAsACanonicaliserReadsThem(String address, String authority) {
        byte[] bytes = InetAddress.ofLiteral(address).getAddress();
        assertThat(read("\5\1\0" + SocksBytes.connect(bytes, 65_535)))
                .contains(new SocksMessage.Request(SocksCommand.CONNECT, authority));
    }

    @Test
    void keepsEachByteOfAName() {
        assertThat(read("\5\1\0" + SocksBytes.connect("a\0b\u00e9:1", 1)))
                .contains(new SocksMessage.Request(SocksCommand.CONNECT, "a\0b\u00e9:1:1"));
    }

    @ParameterizedTest
    @CsvSource({"71, HTTP", "67, HTTP", "4, SOCKS4", "22, UNKNOWN", "0, UNKNOWN", "103, UNKNOWN"})
    void tellsOtherProtocolsByTheirFirstByte(int first, SocksMessage.Protocol protocol) {
        assertThat(read(String.valueOf((char) first))).contains(new SocksMessage.Foreign(protocol));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\5\1\2\5", "\5\1\2\0", "\5\1\0\1", "\5\1\0\4", "\5\1\0\5\1\1\1\1"})
    void refusesAnotherVersionOrAReservedByte(String bytes) {
        assertThat(reason(bytes)).isEqualTo(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void refusesCommandsAndAddressesThatAreNot() {
        assertThat(reason("\5\1\0\5\4\0\1\1")).isEqualTo(ReasonCode.METHOD_REFUSED);
        assertThat(reason("\5\1\0\5\0\0\1\1")).isEqualTo(ReasonCode.METHOD_REFUSED);
        assertThat(reason("\5\1\0\5\1\0\2\1")).isEqualTo(ReasonCode.UNSUPPORTED_SCHEME);
    }

    @Test
    void aColonInTheNameIsNoWayIntoThePassword() {
        assertThat(reason(SocksBytes.GREETING + SocksBytes.credentials("sb-1:token", "sb-1")))
                .isEqualTo(ReasonCode.NO_IDENTITY);
    }

    private static ReasonCode reason(String bytes) {
        return read(bytes).stream()
                .filter(SocksMessage.Malformed.class::isInstance)
                .map(message -> ((SocksMessage.Malformed) message).reason())
                .findFirst()
                .orElse(ReasonCode.GRANTED);
    }

    @Test
    void theLongestMessagesFit() {
        String most = "x".repeat(255);
        String name = "n".repeat(255);
        assertThat(read(SocksBytes.GREETING + SocksBytes.credentials(most, most) + SocksBytes.connect(name, 1)))
                .contains(new SocksMessage.Request(SocksCommand.CONNECT, name + ":1"));
    }

    @Test
    void theResultIsTheSameHoweverTheBytesAreSplit() {
        Random random = new Random(7);
        for (int round = 0; round < ROUNDS; round++) {
            String bytes = random(random);
            assertThat(SocksForms.read(split(random, bytes)))
                    .as("seed 7, round %s", round)
                    .isEqualTo(read(bytes));
        }
    }

    private static String random(Random random) {
        var bytes = new StringBuilder(random.nextBoolean() ? SocksBytes.GREETING : "");
        for (int i = random.nextInt(1, 9); i > 0; i--) {
            bytes.append(
                    random.nextInt(8) == 0 ? (char) random.nextInt(256) : PIECES.get(random.nextInt(PIECES.size())));
        }
        return bytes.toString();
    }

    private static List<byte[]> split(Random random, String bytes) {
        List<byte[]> pieces = new ArrayList<>();
        for (int from = 0; from < bytes.length(); ) {
            int to = Math.min(bytes.length(), from + random.nextInt(1, 6));
            pieces.add(bytes.substring(from, to).getBytes(StandardCharsets.ISO_8859_1));
            from = to;
        }
        return pieces;
    }
}
