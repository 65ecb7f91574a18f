package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases that Autobahn's suite of WebSocket names, by their numbers, in frames of our own: from the client and from
 * the target, in one piece and byte by byte. Not here: 9, which measures, and 12 and 13, since no extension is offered.
 */
class WebSocketCasesTest extends WebSocketConversation {
    private static final int LAST = 0x80;
    private static final int PROTOCOL = 1002;
    private static final int DATA = 1007;

    record CaseFrame(int first, String payload) {}

    /**
     * @param code with which it ends; 0 where it passes
     * @param heard messages that the other side hears, each as its opcode and payload
     */
    record FrameCase(String number, List<CaseFrame> frames, int code, List<String> heard) {
        @Override
        public String toString() {
            return number;
        }
    }

    private static CaseFrame text(String payload) {
        return new CaseFrame(LAST | Frames.TEXT, payload);
    }

    private static CaseFrame control(int opcode, String payload) {
        return new CaseFrame(LAST | opcode, payload);
    }

    private static CaseFrame close(int code, String reason) {
        return control(Frames.CLOSE, "" + (char) (code >> 8) + (char) (code & 0xff) + reason);
    }

    private static FrameCase passes(String number, List<CaseFrame> frames, String... heard) {
        return new FrameCase(number, frames, 0, List.of(heard));
    }

    private static FrameCase ends(String number, int code, CaseFrame... frames) {
        return new FrameCase(number, List.of(frames), code, List.of());
    }

    private static Stream<FrameCase> cases() {
        return Stream.of(framing(), pings(), reserved(), fragments(), utf8(), closing())
                .flatMap(all -> all);
    }

    private static Stream<FrameCase> shortCases() {
        return cases().filter(one ->
                one.frames().stream().allMatch(part -> part.payload().length() < 1_000));
    }

    private static Stream<FrameCase> framing() {
        return IntStream.of(0, 125, 126, 127, 128, 65_535, 65_536).boxed().flatMap(length -> {
            String payload = "*".repeat(length);
            CaseFrame binary = new CaseFrame(LAST | Frames.BINARY, payload.replace('*', '\u00fe'));
            return Stream.of(
                    passes("1.1: " + length, List.of(text(payload)), "1" + payload),
                    passes("1.2: " + length, List.of(binary), "2" + binary.payload()));
        });
    }

    private static Stream<FrameCase> pings() {
        String most = "\u00fe".repeat(125);
        List<CaseFrame> ten = IntStream.range(0, 10)
                .mapToObj(i -> control(Frames.PING, "payload-" + i))
                .toList();
        String[] heard = IntStream.range(0, 10).mapToObj(i -> "9payload-" + i).toArray(String[]::new);
        return Stream.of(
                passes("2.1", List.of(control(Frames.PING, "")), "9"),
                passes("2.2", List.of(control(Frames.PING, "Hello")), "9Hello"),
                passes("2.3, 2.4", List.of(control(Frames.PING, most)), "9" + most),
                ends("2.5", PROTOCOL, control(Frames.PING, most + "\u00fe")),
                passes("2.7", List.of(control(Frames.PONG, "")), "10"),
                passes("2.8", List.of(control(Frames.PONG, "unasked")), "10unasked"),
                passes("2.10, 2.11", ten, heard));
    }

    private static Stream<FrameCase> reserved() {
        Stream<FrameCase> bits = IntStream.rangeClosed(1, 7)
                .mapToObj(bit -> ends("3." + bit, PROTOCOL, new CaseFrame(LAST | bit << 4 | Frames.TEXT, "x")));
        Stream<FrameCase> opcodes = IntStream.of(3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
                .mapToObj(opcode -> ends("4: " + opcode, PROTOCOL, new CaseFrame(LAST | opcode, "x")));
        return Stream.concat(bits, opcodes);
    }

    private static Stream<FrameCase> fragments() {
        CaseFrame begin = new CaseFrame(Frames.TEXT, "one ");
        CaseFrame more = new CaseFrame(0, "two ");
        CaseFrame end = new CaseFrame(LAST, "three");
        CaseFrame ping = control(Frames.PING, "p");
        return Stream.of(
                ends("5.1", PROTOCOL, new CaseFrame(Frames.PING, "a"), new CaseFrame(LAST, "b")),
                ends("5.2", PROTOCOL, new CaseFrame(Frames.PONG, "a"), new CaseFrame(LAST, "b")),
                passes("5.3 to 5.5", List.of(begin, end), "1one three"),
                passes("5.6 to 5.8", List.of(begin, ping, end), "9p", "1one three"),
                ends("5.9 to 5.11", PROTOCOL, new CaseFrame(LAST, "x"), text("y")),
                ends("5.12 to 5.14", PROTOCOL, new CaseFrame(0, "x"), text("y")),
                ends("5.15", PROTOCOL, begin, end, new CaseFrame(0, "x"), text("y")),
                ends("5.16, 5.17", PROTOCOL, new CaseFrame(0, "x"), begin, end),
                ends("5.18", PROTOCOL, begin, text("two")),
                passes("5.19, 5.20", List.of(begin, more, ping, more, ping, end), "9p", "9p", "1one two two three"),
                passes("10.1", inFragments("*".repeat(16_384)), "1" + "*".repeat(16_384)));
    }

    private static List<CaseFrame> inFragments(String payload) {
        List<CaseFrame> all = new ArrayList<>();
        for (int at = 0; at < payload.length(); at += 1_300) {
            int end = Math.min(payload.length(), at + 1_300);
            int first = (at == 0 ? Frames.TEXT : 0) | (end == payload.length() ? LAST : 0);
            all.add(new CaseFrame(first, payload.substring(at, end)));
        }
        return all;
    }

    private static Stream<FrameCase> utf8() {
        String greek = "\u00ce\u00ba\u00e1\u00bd\u00b9\u00cf\u0083\u00ce\u00bc\u00ce\u00b5";
        Stream<FrameCase> read = Stream.of(
                        "",
                        greek,
                        "\0",
                        "\u007f",
                        "\u00c2\u0080",
                        "\u00df\u00bf",
                        "\u00e0\u00a0\u0080",
                        "\u00ed\u009f\u00bf",
                        "\u00ee\u0080\u0080",
                        "\u00ef\u00bf\u00bd",
                        "\u00ef\u00bf\u00be",
                        "\u00ef\u00bf\u00bf",
                        "\u00f0\u0090\u0080\u0080",
                        "\u00f4\u008f\u00bf\u00bf")
                .map(valid -> passes("6.5 to 6.23, valid: " + hex(valid), List.of(text(valid)), "1" + valid));
        Stream<FrameCase> broken = Stream.of(
                        greek + "\u00ed\u00a0\u0080edited",
                        "\u0080",
                        "\u00bf",
                        "\u0080\u00bf",
                        "\u00c0 ",
                        "\u00df",
                        "\u00e1\u0080",
                        "\u00f0\u0090\u0080",
                        "\u00fe",
                        "\u00ff",
                        "\u00c0\u00af",
                        "\u00e0\u0080\u00af",
                        "\u00f0\u0080\u0080\u00af",
                        "\u00f8\u0088\u0080\u0080\u0080",
                        "\u00fc\u0084\u0080\u0080\u0080\u0080",
                        "\u00f4\u0090\u0080\u0080",
                        "\u00ed\u00a0\u0080",
                        "\u00ed\u00bf\u00bf")
                .map(bytes -> ends("6.3 to 6.21, broken: " + hex(bytes), DATA, text(bytes)));
        CaseFrame half = new CaseFrame(Frames.TEXT, greek.substring(0, 3));
        Stream<FrameCase> split = Stream.of(
                passes("6.2", List.of(half, new CaseFrame(LAST, greek.substring(3))), "1" + greek),
                passes(
                        "6.1.3",
                        List.of(new CaseFrame(Frames.TEXT, ""), new CaseFrame(0, "x"), new CaseFrame(LAST, "")),
                        "1x"),
                ends("6.4", DATA, new CaseFrame(Frames.TEXT, greek), new CaseFrame(0, "\u00f4\u0090\u0080\u0080")));
        return Stream.of(read, broken, split).flatMap(all -> all);
    }

    private static String hex(String bytes) {
        return bytes.chars().mapToObj("%02x"::formatted).toList().toString();
    }

    private static Stream<FrameCase> closing() {
        CaseFrame begin = new CaseFrame(Frames.TEXT, "one");
        Stream<FrameCase> order = Stream.of(
                passes("7.1.1", List.of(text("x"), close(1000, "")), "1x", "8\u0003\u00e8"),
                passes("7.1.2", List.of(close(1000, ""), close(1000, "")), "8\u0003\u00e8"),
                passes("7.1.3", List.of(close(1000, ""), control(Frames.PING, "")), "8\u0003\u00e8"),
                passes("7.1.4", List.of(close(1000, ""), text("x")), "8\u0003\u00e8"),
                passes("7.1.5", List.of(begin, close(1000, ""), new CaseFrame(LAST, "two")), "8\u0003\u00e8"),
                passes("7.3.1", List.of(control(Frames.CLOSE, "")), "8"),
                ends("7.3.2", PROTOCOL, control(Frames.CLOSE, "a")),
                passes("7.3.4", List.of(close(1000, "bye")), "8\u0003\u00e8bye"),
                passes("7.3.5", List.of(close(1000, "*".repeat(123))), "8\u0003\u00e8" + "*".repeat(123)),
                ends("7.3.6", PROTOCOL, close(1000, "*".repeat(124))),
                ends("7.5.1", DATA, close(1000, "\u00ce\u00ba\u00ed\u00a0\u0080")));
        Stream<FrameCase> valid = IntStream.of(
                        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
                .mapToObj(code -> passes(
                        "7.7: " + code,
                        List.of(close(code, "")),
                        "8" + close(code, "").payload()));
        Stream<FrameCase> invalid = IntStream.of(0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535)
                .mapToObj(code -> ends("7.9, 7.13: " + code, PROTOCOL, close(code, "")));
        return Stream.of(order, valid, invalid).flatMap(all -> all);
    }

    private static String ofClient(FrameCase frames) {
        StringBuilder all = new StringBuilder();
        frames.frames()
                .forEach(part ->
                        all.append(Frames.ofClient(part.first(), part.payload().length(), part.payload())));
        return all.toString();
    }

    private static String ofTarget(FrameCase frames) {
        StringBuilder all = new StringBuilder();
        frames.frames()
                .forEach(part -> all.append(
                                Frames.head(part.first(), 0, part.payload().length()))
                        .append(part.payload()));
        return all.toString();
    }

    private static Stream<String> pieces(String frames, boolean byByte) {
        return byByte ? frames.chars().mapToObj(Character::toString) : Stream.of(frames);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fromTheClientItPassesOrEnds(FrameCase one) {
        fromTheClient(one, false);
    }

    @ParameterizedTest
    @MethodSource("shortCases")
    void fromTheClientByteByByteItPassesOrEnds(FrameCase one) {
        fromTheClient(one, true);
    }

    private void fromTheClient(FrameCase one, boolean byByte) {
        EmbeddedChannel target = opened();
        pieces(ofClient(one), byByte).takeWhile(_ -> talk.client.isActive()).forEach(talk::clientSays);
        if (one.code() > 0) {
            ended(target, ReasonCode.MALFORMED_REQUEST, one.code());
        } else {
            assertThat(HeardFrames.of(talk.hear(target))).isEqualTo(one.heard());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fromTheTargetItPassesOrEnds(FrameCase one) {
        fromTheTarget(one, false);
    }

    @ParameterizedTest
    @MethodSource("shortCases")
    void fromTheTargetByteByByteItPassesOrEnds(FrameCase one) {
        fromTheTarget(one, true);
    }

    private void fromTheTarget(FrameCase one, boolean byByte) {
        EmbeddedChannel target = opened();
        pieces(ofTarget(one), byByte).takeWhile(_ -> target.isActive()).forEach(piece -> talk.say(target, piece));
        if (one.code() > 0) {
            ended(target, ReasonCode.UPSTREAM_MALFORMED, one.code());
        } else {
            assertThat(HeardFrames.of(talk.clientHears())).isEqualTo(one.heard());
        }
    }

    /** Reads frames that were passed on, and puts messages together; one that is not whole is left out. */
    private static final class HeardFrames {
        private final String bytes;
        private final List<String> all = new ArrayList<>();
        private String message = "";
        private int at;

        private HeardFrames(String bytes) {
            this.bytes = bytes;
        }

        static List<String> of(String bytes) {
            HeardFrames heard = new HeardFrames(bytes);
            while (heard.at < bytes.length()) {
                heard.frame();
            }
            return heard.all;
        }

        private void frame() {
            int first = bytes.charAt(at++);
            boolean masked = bytes.charAt(at) >= 0x80;
            int length = bytes.charAt(at++) & 0x7f;
            length = length < 126 ? length : number(length == 126 ? 2 : 8);
            String key = masked ? bytes.substring(at, at += 4) : "\0\0\0\0";
            StringBuilder payload = new StringBuilder();
            for (int i = 0; i < length; i++) {
                payload.append((char) (bytes.charAt(at++) ^ key.charAt(i & 3)));
            }
            add(first, payload.toString());
        }

        private int number(int digits) {
            int number = 0;
            for (int i = 0; i < digits; i++) {
                number = number << 8 | bytes.charAt(at++);
            }
            return number;
        }

        private void add(int first, String payload) {
            int opcode = first & 0x0f;
            if (opcode >= Frames.CLOSE) {
                all.add(opcode + payload);
                return;
            }
            message = opcode == 0 ? message + payload : opcode + payload;
            if ((first & LAST) != 0) {
                all.add(message);
            }
        }
    }
}
