package io.sallyport.proxy.intercept;

import static io.sallyport.proxy.support.ClientHellos.ENCRYPTED_CLIENT_HELLO;
import static io.sallyport.proxy.support.ClientHellos.SERVER_NAME;
import static io.sallyport.proxy.support.ClientHellos.extension;
import static io.sallyport.proxy.support.ClientHellos.inRecordsOf;
import static io.sallyport.proxy.support.ClientHellos.message;
import static io.sallyport.proxy.support.ClientHellos.record;
import static io.sallyport.proxy.support.ClientHellos.serverName;
import static io.sallyport.proxy.support.ClientHellos.vector;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.proxy.support.ClientHellos;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threats 26 to 28: the reader returns the true name or none. */
@Execution(ExecutionMode.CONCURRENT)
class ClientHelloReaderTest {
    private static final String GREASE = extension(0x2a2a, "");
    private static final String NAME = extension(SERVER_NAME, serverName("a.test"));
    private static final String GOOD = record(message(GREASE + NAME + extension(16, vector(2, vector(1, "h2")))));

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static HelloResult read(String text) {
        return HelloForms.check(bytes(text));
    }

    private static ClientHello hello(String text) {
        HelloResult result = read(text);
        assertThat(result).isInstanceOf(HelloResult.Complete.class);
        return ((HelloResult.Complete) result).hello();
    }

    private static void isMalformed(String text) {
        assertThat(read(text)).isInstanceOf(HelloResult.Malformed.class);
    }

    @Test
    void readsTheOneName() {
        assertThat(hello(GOOD)).isEqualTo(new ClientHello("a.test", false, false, true));
        assertThat(hello(ClientHellos.nameless())).isEqualTo(new ClientHello(null, false));
        assertThat(hello(record(message("")))).isEqualTo(new ClientHello(null, false));
    }

    @Test
    void readsWhichProtocolsOfHttpAreOffered() {
        String both = vector(2, vector(1, "h2") + vector(1, "http/1.1"));
        assertThat(hello(record(message(NAME + extension(16, both)))).acceptsHttp1())
                .isTrue();
        ClientHello one = hello(record(message(NAME + extension(16, vector(2, vector(1, "h2"))))));
        assertThat(one.acceptsHttp1()).isFalse();
        assertThat(one.acceptsHttp2()).isTrue();
        for (String other : List.of(vector(1, "http/1.0"), vector(1, "http/1.1x"), "", "\u0009http/1.1")) {
            assertThat(hello(record(message(NAME + extension(16, vector(2, other)))))
                            .acceptsHttp1())
                    .isFalse();
        }
    }

    @Test
    void everyTruncationIsIncomplete() {
        byte[] good = bytes(GOOD);
        for (int length = 0; length < good.length; length++) {
            assertThat(HelloForms.check(Arrays.copyOf(good, length)))
                    .as("the first %d bytes", length)
                    .isInstanceOf(HelloResult.Incomplete.class);
        }
    }

    /** Each byte with each value: never an exception, and never another name than the simple parser finds. */
    @Test
    void everyChangedByteIsReadAsThePlainReadingReadsIt() {
        byte[] good = bytes(GOOD);
        for (int at = 0; at < good.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] changed = good.clone();
                changed[at] = (byte) value;
                HelloForms.check(changed);
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23})
    void changesAtSeveralPlacesAreReadAsThePlainReadingReadsThem(long seed) {
        Random random = new Random(seed);
        byte[][] goods = {bytes(GOOD), bytes(inRecordsOf(5, message(NAME + GREASE))), bytes(ClientHellos.to("b.test"))};
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = goods[i % goods.length].clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                int at = random.nextInt(changed.length);
                changed[at] = random.nextBoolean() ? (byte) random.nextInt(256) : (byte) (changed[at] + 1);
            }
            HelloForms.check(changed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 17, 63})
    void tinyRecordsMakeNoDifference(int size) {
        assertThat(hello(inRecordsOf(size, message(NAME)))).isEqualTo(new ClientHello("a.test", false));
    }

    @Test
    void sixtyFourRecordsAreReadAndSixtyFiveAreNot() {
        int room = 320 - message(NAME + extension(21, "")).length();
        String message = message(NAME + extension(21, "p".repeat(room)));
        assertThat(hello(inRecordsOf(5, message)).serverName()).isEqualTo("a.test");
        isMalformed(inRecordsOf(5, message.substring(0, 315)) + inRecordsOf(4, message.substring(315)));
    }

    /** A refusal after nine bytes: the reader never waits for the announced length. */
    @Test
    void anOversizeAnnouncementIsRefusedAtOnce() {
        isMalformed("\u0016\u0003\u0001@\0\u0001\0?\u00fd");
        isMalformed("\u0016\u0003\u0001\0\u0004\u0001\u00ff\u00ff\u00ff");
        isMalformed("\u0016\u0003\u0001@\u0001");
        isMalformed("\u0016\u0003\u0001\0\0");
    }

    @Test
    void theLongestHelloIsReadAndOneByteMoreIsNot() {
        int room = ClientHelloReader.MAX_HELLO_BYTES
                - message(NAME + extension(21, "")).length();
        String longest = message(NAME + extension(21, "p".repeat(room)));
        assertThat(hello(inRecordsOf(16_000, longest)).serverName()).isEqualTo("a.test");
        isMalformed(inRecordsOf(16_000, message(NAME + extension(21, "p".repeat(room + 1)))));
    }

    @Test
    void whatStandsTwiceIsMalformed() {
        isMalformed(record(message(NAME + NAME)));
        isMalformed(record(message(NAME + GREASE + GREASE)));
        String entry = "\0" + vector(2, "a.test");
        isMalformed(record(message(extension(SERVER_NAME, vector(2, entry + entry)))));
        isMalformed(record(message(extension(SERVER_NAME, vector(2, entry + "\u0001" + vector(2, "x"))))));
    }

    @Test
    void aNameIsShownAsItIsNulAndAll() {
        assertThat(hello(ClientHellos.to("a.test\0b")).serverName()).isEqualTo("a.test\0b");
        assertThat(hello(ClientHellos.to("\u00ff")).serverName()).isEqualTo("\u00ff");
    }

    @Test
    void anEncryptedHelloIsSaidToBeOne() {
        assertThat(hello(record(message(NAME + extension(ENCRYPTED_CLIENT_HELLO, "\0")))))
                .isEqualTo(new ClientHello("a.test", true));
    }

    @Test
    void lengthsAddUpToTheByte() {
        String body = message(NAME).substring(4);
        for (String wrong : List.of(body + "x", body.substring(0, body.length() - 1), body + "\0\0")) {
            isMalformed(record("\u0001" + vector(3, wrong)));
        }
        isMalformed(record(message(NAME) + "x"));
        isMalformed(record(message(NAME + "\0")));
        isMalformed(record(message(extension(SERVER_NAME, serverName("a.test") + "x"))));
        isMalformed(record(message(extension(SERVER_NAME, vector(2, "\0" + vector(2, ""))))));
    }

    @Test
    void otherMessagesAndOtherRecordsAreMalformed() {
        isMalformed(record("\u0002" + vector(3, "x".repeat(40))));
        isMalformed(record(message(NAME).substring(0, 20)) + "\u0015\u0003\u0001\0\u0002\u0001\0");
        isMalformed(record(message(NAME).substring(0, 20)) + "GET /");
    }
}
