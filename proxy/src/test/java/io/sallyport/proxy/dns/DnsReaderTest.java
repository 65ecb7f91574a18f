package io.sallyport.proxy.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries, as stub resolvers and as attackers write them. */
class DnsReaderTest {
    private static final int[] ONE_QUESTION = {1, 0, 0, 0};

    private static DnsMessage read(byte[] message) {
        return DnsReader.read(Unpooled.wrappedBuffer(message));
    }

    private static DnsCode code(byte[] message) {
        assertThat(read(message)).isInstanceOf(DnsMessage.Unserved.class);
        return ((DnsMessage.Unserved) read(message)).code();
    }

    private static DnsQuestion question(byte[] message) {
        assertThat(read(message)).isInstanceOf(DnsMessage.Query.class);
        return ((DnsMessage.Query) read(message)).question();
    }

    @Test
    void aQuestionIsReadAsItCame() {
        DnsQuestion read = question(DnsBytes.query("Api.ExAmple.com", DnsBytes.A));
        assertThat(read.name()).isEqualTo("Api.ExAmple.com");
        assertThat(read.type()).isEqualTo(DnsBytes.A);
        assertThat(read.wire().getBytes(StandardCharsets.ISO_8859_1))
                .isEqualTo(DnsBytes.question("Api.ExAmple.com", DnsBytes.A, 1));
    }

    @Test
    void anOptRecordIsNoted() {
        assertThat(read(DnsBytes.extended("a.test", DnsBytes.AAAA, 0)))
                .isInstanceOfSatisfying(
                        DnsMessage.Query.class,
                        query -> assertThat(query.header()).isEqualTo(new DnsHeader(0x1234, 0, true, true)));
    }

    @Test
    void aNewerVersionOfEdnsIsToldSo() {
        assertThat(code(DnsBytes.extended("a.test", DnsBytes.A, 1))).isEqualTo(DnsCode.BAD_VERSION);
    }

    @Test
    void bytesThatAreNoTextCannotPassForOtherNames() {
        assertThat(question(DnsBytes.query("a\0b.te\u00e9st", DnsBytes.A)).name())
                .isEqualTo("a\\000b.te\\233st");
        byte[] dotInLabel = DnsBytes.message(0, ONE_QUESTION, new byte[] {3, 'a', '.', 'b', 0, 0, 1, 0, 1});
        assertThat(question(dotInLabel).name()).isEqualTo("a\\046b");
    }

    @Test
    void anAnswerIsNotAnswered() {
        byte[] answer = DnsBytes.message(0x8180, ONE_QUESTION, DnsBytes.question("a.test", DnsBytes.A, 1));
        assertThat(read(answer)).isEqualTo(new DnsMessage.Silent());
        assertThat(read(Arrays.copyOf(answer, 11))).isEqualTo(new DnsMessage.Silent());
        assertThat(read(new byte[0])).isEqualTo(new DnsMessage.Silent());
    }

    @Test
    void whatIsNoQueryIsNotServed() {
        for (int opcode = 1; opcode < 16; opcode++) {
            byte[] other = DnsBytes.message(opcode << 11, ONE_QUESTION, DnsBytes.question("a.test", DnsBytes.A, 1));
            assertThat(code(other)).isEqualTo(DnsCode.NOT_IMPLEMENTED);
        }
    }

    static Stream<Arguments> malformed() {
        byte[] question = DnsBytes.question("a.test", DnsBytes.A, 1);
        String label = "x".repeat(63);
        String longest = String.join(".", label, label, label, "y".repeat(61));
        return Stream.of(
                Arguments.of("no question", DnsBytes.message(0, new int[] {0, 0, 0, 0}, new byte[0])),
                Arguments.of(
                        "two questions",
                        DnsBytes.message(0, new int[] {2, 0, 0, 0}, DnsBytes.joined(question, question))),
                Arguments.of(
                        "many questions that are not there",
                        DnsBytes.message(0, new int[] {0xffff, 0, 0, 0}, question)),
                Arguments.of("an answer record", DnsBytes.message(0, new int[] {1, 1, 0, 0}, question)),
                Arguments.of("an authority record", DnsBytes.message(0, new int[] {1, 0, 1, 0}, question)),
                Arguments.of("cut off", DnsBytes.message(0x0200, ONE_QUESTION, question)),
                Arguments.of("bytes behind", DnsBytes.message(0, ONE_QUESTION, DnsBytes.joined(question, new byte[1]))),
                Arguments.of("a pointer to itself", DnsBytes.message(0, ONE_QUESTION, bytes(0xc0, 0x0c, 0, 1, 0, 1))),
                Arguments.of(
                        "a pointer behind a label",
                        DnsBytes.message(0, ONE_QUESTION, bytes(1, 'a', 0xc0, 0x0c, 0, 1, 0, 1))),
                Arguments.of(
                        "a reserved kind of label", DnsBytes.message(0, ONE_QUESTION, bytes(0x41, 'a', 0, 0, 1, 0, 1))),
                Arguments.of("a name without end", DnsBytes.message(0, ONE_QUESTION, bytes(1, 'a'))),
                Arguments.of("a label longer than the message", DnsBytes.message(0, ONE_QUESTION, bytes(9, 'a', 0))),
                Arguments.of("no class", DnsBytes.message(0, ONE_QUESTION, bytes(1, 'a', 0, 0, 1))),
                Arguments.of("a name of 256 bytes", DnsBytes.query(longest + "z", DnsBytes.A)),
                Arguments.of(
                        "an additional record that is no OPT",
                        DnsBytes.message(
                                0,
                                new int[] {1, 0, 0, 1},
                                DnsBytes.joined(question, bytes(0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0)))),
                Arguments.of(
                        "an OPT record with a name",
                        DnsBytes.message(
                                0,
                                new int[] {1, 0, 0, 1},
                                DnsBytes.joined(question, bytes(1, 'a', 0, 0, 41, 4, 0, 0, 0, 0, 0, 0, 0)))),
                Arguments.of(
                        "two OPT records",
                        DnsBytes.message(
                                0,
                                new int[] {1, 0, 0, 2},
                                DnsBytes.joined(question, DnsBytes.opt(0), DnsBytes.opt(0)))),
                Arguments.of(
                        "an OPT record that is longer than the message",
                        DnsBytes.message(
                                0,
                                new int[] {1, 0, 0, 1},
                                DnsBytes.joined(question, bytes(0, 0, 41, 4, 0, 0, 0, 0, 0, 0xff, 0xff)))));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void whatCannotBeReadIsAnsweredByItsCode(String what, byte[] message) {
        assertThat(code(message)).as(what).isEqualTo(DnsCode.FORMAT_ERROR);
    }

    @Test
    void theLongestNameIsRead() {
        String label = "x".repeat(63);
        String longest = String.join(".", label, label, label, "y".repeat(61));
        assertThat(question(DnsBytes.query(longest, DnsBytes.A)).name()).isEqualTo(longest);
    }

    @Test
    void everyQueryThatIsCutOffIsMalformedOrSilent() {
        byte[] whole = DnsBytes.extended("a.test", DnsBytes.A, 0);
        for (int length = 0; length < whole.length; length++) {
            assertThat(read(Arrays.copyOf(whole, length))).isNotInstanceOf(DnsMessage.Query.class);
        }
    }
}
