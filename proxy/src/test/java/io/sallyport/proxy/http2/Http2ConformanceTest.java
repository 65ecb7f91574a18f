package io.sallyport.proxy.http2;

import static io.sallyport.proxy.support.FrameClient.CONTINUATION;
import static io.sallyport.proxy.support.FrameClient.DATA;
import static io.sallyport.proxy.support.FrameClient.END_HEADERS;
import static io.sallyport.proxy.support.FrameClient.END_STREAM;
import static io.sallyport.proxy.support.FrameClient.GOAWAY;
import static io.sallyport.proxy.support.FrameClient.HEADERS;
import static io.sallyport.proxy.support.FrameClient.PING;
import static io.sallyport.proxy.support.FrameClient.PRIORITY;
import static io.sallyport.proxy.support.FrameClient.RESET;
import static io.sallyport.proxy.support.FrameClient.SETTINGS;
import static io.sallyport.proxy.support.FrameClient.WINDOW_UPDATE;
import static io.sallyport.proxy.support.FrameClient.block;
import static io.sallyport.proxy.support.FrameClient.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames that RFC 9113 and RFC 7541 forbid, allow or have ignored; docs/http2-conformance.md lists them by section. */
class Http2ConformanceTest {
    private static final int PUSH_PROMISE = 5;
    private static final int ACK = 1;
    private static final int PADDED = 8;
    private static final int WITH_PRIORITY = 0x20;
    private static final int MAX_FRAME_BYTES = 16_384;
    private static final int MAX_WINDOW = Integer.MAX_VALUE;
    private static final String[] FIELDS = {":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", "/"
    };

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), Answer::echo);
    private final InterceptingGateway gateway =
            new InterceptingGateway(TlsProvider.BORINGSSL, publicCa, Map.of("a.test:443", web.hostPort()));

    Http2ConformanceTest() {
        gateway.add("sb-1", _ -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private FrameClient open() throws Exception {
        return new FrameClient(gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test"));
    }

    enum Code {
        NO_ERROR,
        PROTOCOL_ERROR,
        INTERNAL_ERROR,
        FLOW_CONTROL_ERROR,
        SETTINGS_TIMEOUT,
        STREAM_CLOSED,
        FRAME_SIZE_ERROR,
        REFUSED_STREAM,
        CANCEL,
        COMPRESSION_ERROR
    }

    /** What a client sends behind its preface in one write, and the error that it gets. */
    record Wrong(String what, Code code, List<byte[]> frames) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Wrong wrong(String what, Code code, byte[]... frames) {
        return new Wrong(what, code, List.of(frames));
    }

    private static byte[] joined(byte[]... parts) {
        return joined(List.of(parts));
    }

    private static byte[] joined(List<byte[]> parts) {
        var all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    /** A request whose body is to come. */
    private static byte[] begun(int stream) {
        return frame(HEADERS, END_HEADERS, stream, block(FIELDS));
    }

    private static byte[] whole(int stream) {
        return frame(HEADERS, END_HEADERS | END_STREAM, stream, block(FIELDS));
    }

    private static byte[] data(int stream, int flags) {
        return frame(DATA, flags, stream, new byte[] {'x'});
    }

    private static byte[] reset(int stream) {
        return frame(RESET, 0, stream, number(8));
    }

    private static byte[] continuation(int stream) {
        return frame(CONTINUATION, END_HEADERS, stream, block("x", "1"));
    }

    private static byte[] window(int stream, int more) {
        return frame(WINDOW_UPDATE, 0, stream, number(more));
    }

    private static byte[] setting(int name, int value) {
        return frame(
                SETTINGS,
                0,
                0,
                ByteBuffer.allocate(6).putShort((short) name).putInt(value).array());
    }

    /** A request with these bytes behind its fields. */
    private static byte[] withFields(String digits) {
        return frame(HEADERS, END_HEADERS | END_STREAM, 1, joined(block(FIELDS), hex(digits)));
    }

    static Stream<Wrong> wrongLengths() {
        byte[] long1 = new byte[MAX_FRAME_BYTES + 1];
        return Stream.of(
                wrong("DATA", Code.FRAME_SIZE_ERROR, begun(1), frame(DATA, 0, 1, long1)),
                wrong("HEADERS", Code.FRAME_SIZE_ERROR, frame(HEADERS, END_HEADERS, 1, long1)),
                wrong("RST_STREAM", Code.FRAME_SIZE_ERROR, begun(1), frame(RESET, 0, 1, new byte[3])),
                wrong("SETTINGS", Code.FRAME_SIZE_ERROR, frame(SETTINGS, 0, 0, new byte[3])),
                wrong("SETTINGS that acknowledges", Code.FRAME_SIZE_ERROR, frame(SETTINGS, ACK, 0, new byte[6])),
                wrong("PING", Code.FRAME_SIZE_ERROR, frame(PING, 0, 0, new byte[6])),
                wrong("WINDOW_UPDATE", Code.FRAME_SIZE_ERROR, frame(WINDOW_UPDATE, 0, 0, new byte[3])),
                wrong("padding of DATA", Code.PROTOCOL_ERROR, begun(1), frame(DATA, PADDED, 1, hex("05 78"))),
                wrong(
                        "padding of HEADERS",
                        Code.PROTOCOL_ERROR,
                        frame(HEADERS, PADDED | END_HEADERS, 1, hex("05 82"))));
    }

    static Stream<Wrong> wrongStreams() {
        return Stream.of(
                wrong("DATA on 0", Code.PROTOCOL_ERROR, data(0, 0)),
                wrong("HEADERS on 0", Code.PROTOCOL_ERROR, whole(0)),
                wrong("PRIORITY on 0", Code.PROTOCOL_ERROR, frame(PRIORITY, 0, 0, new byte[5])),
                wrong("RST_STREAM on 0", Code.PROTOCOL_ERROR, reset(0)),
                wrong("CONTINUATION on 0", Code.PROTOCOL_ERROR, frame(HEADERS, 0, 1, block(FIELDS)), continuation(0)),
                wrong("SETTINGS on 1", Code.PROTOCOL_ERROR, frame(SETTINGS, 0, 1, new byte[0])),
                wrong("PING on 1", Code.PROTOCOL_ERROR, frame(PING, 0, 1, new byte[8])),
                wrong("GOAWAY on 1", Code.PROTOCOL_ERROR, frame(GOAWAY, 0, 1, new byte[8])),
                wrong("an even number", Code.PROTOCOL_ERROR, whole(2)),
                wrong(
                        "HEADERS that depend on themselves",
                        Code.PROTOCOL_ERROR,
                        frame(HEADERS, END_HEADERS | WITH_PRIORITY, 1, joined(hex("00000001 10"), block(FIELDS)))),
                wrong("DATA on one that is idle", Code.PROTOCOL_ERROR, data(1, END_STREAM)),
                wrong("RST_STREAM on one that is idle", Code.PROTOCOL_ERROR, reset(1)),
                wrong("WINDOW_UPDATE on one that is idle", Code.PROTOCOL_ERROR, window(1, 1)),
                wrong("CONTINUATION on one that is idle", Code.PROTOCOL_ERROR, continuation(1)),
                wrong(
                        "PUSH_PROMISE of a client",
                        Code.PROTOCOL_ERROR,
                        begun(1),
                        frame(PUSH_PROMISE, END_HEADERS, 1, joined(number(2), block(FIELDS)))));
    }

    static Stream<Wrong> betweenFields() {
        byte[] open = frame(HEADERS, END_STREAM, 1, block(FIELDS));
        return Stream.of(
                wrong("PRIORITY", Code.PROTOCOL_ERROR, open, frame(PRIORITY, 0, 1, new byte[5])),
                wrong("HEADERS of another", Code.PROTOCOL_ERROR, open, whole(3)),
                wrong("DATA", Code.PROTOCOL_ERROR, open, data(1, 0)),
                wrong("an unknown frame", Code.PROTOCOL_ERROR, open, frame(0x77, 0, 0, new byte[0])),
                wrong("CONTINUATION of another", Code.PROTOCOL_ERROR, open, continuation(3)),
                wrong("CONTINUATION behind whole fields", Code.PROTOCOL_ERROR, begun(1), continuation(1)),
                wrong(
                        "CONTINUATION behind the last",
                        Code.PROTOCOL_ERROR,
                        frame(HEADERS, 0, 1, block(FIELDS)),
                        continuation(1),
                        continuation(1)),
                wrong("CONTINUATION behind DATA", Code.PROTOCOL_ERROR, begun(1), data(1, 0), continuation(1)),
                wrong("CONTINUATION behind a request", Code.PROTOCOL_ERROR, whole(1), continuation(1)),
                wrong("CONTINUATION behind a reset", Code.PROTOCOL_ERROR, begun(1), reset(1), continuation(1)));
    }

    static Stream<Wrong> wrongSettings() {
        return Stream.of(
                wrong("ENABLE_PUSH 2", Code.PROTOCOL_ERROR, setting(2, 2)),
                wrong("INITIAL_WINDOW_SIZE 2^31", Code.FLOW_CONTROL_ERROR, setting(4, MAX_WINDOW + 1)),
                wrong("MAX_FRAME_SIZE 16383", Code.PROTOCOL_ERROR, setting(5, MAX_FRAME_BYTES - 1)),
                wrong("MAX_FRAME_SIZE 2^24", Code.PROTOCOL_ERROR, setting(5, 1 << 24)),
                wrong("a window above 2^31-1", Code.FLOW_CONTROL_ERROR, window(0, MAX_WINDOW), window(0, 1)),
                wrong("a window that grows by 0", Code.PROTOCOL_ERROR, window(0, 0)));
    }

    static Stream<Wrong> wrongFields() {
        return Stream.of(
                wrong("index 0", Code.COMPRESSION_ERROR, withFields("80")),
                wrong("an index behind the table", Code.COMPRESSION_ERROR, withFields("ff 00")),
                wrong("the name of an index behind the table", Code.COMPRESSION_ERROR, withFields("7f 00 01 78")),
                wrong("a literal cut short", Code.COMPRESSION_ERROR, withFields("00 05 78")),
                wrong("a table resized behind a field", Code.COMPRESSION_ERROR, withFields("20")),
                wrong(
                        "a table larger than ours",
                        Code.COMPRESSION_ERROR,
                        frame(HEADERS, END_HEADERS, 1, joined(hex("3f e2 1f"), block(FIELDS)))),
                wrong("Huffman padded with 8 bits", Code.COMPRESSION_ERROR, withFields("00 01 78 82 1f ff")),
                wrong("Huffman padded with zeros", Code.COMPRESSION_ERROR, withFields("00 01 78 81 18")),
                wrong("Huffman with EOS", Code.COMPRESSION_ERROR, withFields("00 01 78 84 ff ff ff ff")));
    }

    static Stream<Wrong> wrongOnAStream() {
        return Stream.of(
                wrong("DATA behind the end", Code.STREAM_CLOSED, whole(1), data(1, 0)),
                wrong("HEADERS behind the end", Code.PROTOCOL_ERROR, whole(1), whole(1)),
                wrong("DATA behind a reset", Code.STREAM_CLOSED, begun(1), reset(1), data(1, 0)),
                wrong("HEADERS behind a reset", Code.STREAM_CLOSED, begun(1), reset(1), whole(1)),
                wrong("PRIORITY of a wrong length", Code.FRAME_SIZE_ERROR, frame(PRIORITY, 0, 1, new byte[4])),
                wrong("a number below the last", Code.STREAM_CLOSED, begun(5), whole(3)),
                wrong("trailers that do not end it", Code.PROTOCOL_ERROR, begun(1), begun(1)),
                wrong("a window that grows by 0", Code.PROTOCOL_ERROR, begun(1), window(1, 0)),
                wrong("a window above 2^31-1", Code.FLOW_CONTROL_ERROR, begun(1), window(1, MAX_WINDOW)),
                wrong(
                        "PRIORITY that depends on itself",
                        Code.PROTOCOL_ERROR,
                        begun(1),
                        frame(PRIORITY, 0, 1, hex("00000001 10"))));
    }

    @ParameterizedTest
    @MethodSource("wrongLengths")
    void framesOfAWrongLengthEndTheConnection(Wrong wrong) throws Exception {
        endsTheConnection(wrong);
    }

    @ParameterizedTest
    @MethodSource("wrongStreams")
    void framesOnAStreamThatCannotHaveThemEndTheConnection(Wrong wrong) throws Exception {
        endsTheConnection(wrong);
    }

    @ParameterizedTest
    @MethodSource("betweenFields")
    void onlyContinuationFollowsFieldsThatAreNotWhole(Wrong wrong) throws Exception {
        endsTheConnection(wrong);
    }

    @ParameterizedTest
    @MethodSource("wrongSettings")
    void settingsAndWindowsOutOfRangeEndTheConnection(Wrong wrong) throws Exception {
        endsTheConnection(wrong);
    }

    @ParameterizedTest
    @MethodSource("wrongFields")
    void fieldsThatCannotBeDecodedEndTheConnection(Wrong wrong) throws Exception {
        endsTheConnection(wrong);
    }

    private void endsTheConnection(Wrong wrong) throws Exception {
        try (FrameClient client = open()) {
            client.raw(joined(wrong.frames()));
            assertThat(Code.values()[client.await(GOAWAY).code()]).isEqualTo(wrong.code());
            assertThatThrownBy(client::next).isInstanceOf(IOException.class);
        }
        gateway.audit.await(2);
        assertThat(gateway.audit.records())
                .anyMatch(record -> record.kind().equals("end") && record.reason() == ReasonCode.MALFORMED_REQUEST);
    }

    @ParameterizedTest
    @MethodSource("wrongOnAStream")
    void whatAStreamForbidsEndsItAlone(Wrong wrong) throws Exception {
        try (FrameClient client = open()) {
            client.raw(joined(wrong.frames()));
            FrameClient.Frame reset = client.await(RESET);
            assertThat(Code.values()[reset.code()]).isEqualTo(wrong.code());
            client.get(7, "a.test", "/next");
            assertThat(client.answer(7).status()).isEqualTo("200");
        }
    }

    /** Frames behind which a request is answered as ever. */
    record Right(String what, List<byte[]> frames) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Right right(String what, byte[]... frames) {
        return new Right(what, List.of(frames));
    }

    private static byte[] inParts(int parts) {
        byte[] block = block(FIELDS);
        int size = block.length / parts + 1;
        var out = new ByteArrayOutputStream();
        out.writeBytes(frame(HEADERS, END_STREAM, 1, Arrays.copyOf(block, size)));
        for (int i = 1; i < parts; i++) {
            byte[] part = Arrays.copyOfRange(block, i * size, Math.min(block.length, (i + 1) * size));
            out.writeBytes(frame(CONTINUATION, i == parts - 1 ? END_HEADERS : 0, 1, part));
        }
        return out.toByteArray();
    }

    private static Right fields(String what, String digits) {
        return right(what, withFields(digits));
    }

    static Stream<Right> right() {
        byte[] block = block(FIELDS);
        byte[] unknownCode = number(0xff);
        return Stream.of(
                right("an unknown frame", frame(0x77, 0xff, 0, new byte[8]), whole(1)),
                right("an unknown flag", frame(PING, 0x16, 0, new byte[8]), whole(1)),
                right("the reserved bit", frame(PING, 0, 0x80000000, new byte[8]), whole(1)),
                right("an unknown setting", setting(0xff, 1), whole(1)),
                right("a ping's answer that nobody asked for", frame(PING, ACK, 0, new byte[8]), whole(1)),
                right("a reset for an unknown reason", begun(3), frame(RESET, 0, 3, unknownCode), whole(5), whole(7)),
                right("2^14 bytes in one frame", begun(1), frame(DATA, END_STREAM, 1, new byte[MAX_FRAME_BYTES])),
                right("content in two frames", begun(1), data(1, 0), data(1, END_STREAM)),
                right("padded content", begun(1), frame(DATA, PADDED | END_STREAM, 1, hex("02 78 0000"))),
                right(
                        "content and trailers",
                        begun(1),
                        data(1, 0),
                        frame(HEADERS, END_HEADERS | END_STREAM, 1, block("x-sum", "1"))),
                right("fields in two frames", inParts(2)),
                right("fields in five frames", inParts(5)),
                right(
                        "padded fields",
                        frame(HEADERS, PADDED | END_HEADERS | END_STREAM, 1, joined(hex("02"), block, hex("0000")))),
                right(
                        "fields with a priority",
                        frame(HEADERS, WITH_PRIORITY | END_HEADERS | END_STREAM, 1, joined(hex("00000000 ff"), block))),
                right("a priority of an idle stream", frame(PRIORITY, 0, 9, hex("00000000 00")), whole(1)),
                right(
                        "an exclusive priority",
                        begun(1),
                        frame(PRIORITY, 0, 1, hex("80000003 ff")),
                        data(1, END_STREAM)),
                right("a priority behind the end", whole(1), frame(PRIORITY, 0, 1, hex("00000000 01"))),
                right("a window behind the end", whole(1), window(1, 10)),
                right("a window of the connection", window(0, 10), whole(1)),
                fields("an indexed field", "90"),
                fields("a literal that is indexed", "40 01 78 01 79"),
                fields("the same in Huffman", "40 81 f3 81 f5"),
                fields("a literal that is indexed, of an indexed name", "53 01 79"),
                fields("the same in Huffman, of an indexed name", "53 81 f5"),
                fields("a literal that is not indexed", "00 01 78 01 79"),
                fields("a literal of an indexed name", "0f 04 01 79"),
                fields("a literal that is never indexed", "10 81 f3 81 f5"),
                fields("the same of an indexed name", "1f 04 01 79"),
                right(
                        "a table that is resized twice",
                        frame(HEADERS, END_HEADERS | END_STREAM, 1, joined(hex("20 3f 61"), block))));
    }

    @ParameterizedTest
    @MethodSource("right")
    void isTakenOrIgnored(Right right) throws Exception {
        try (FrameClient client = open()) {
            client.raw(joined(right.frames()));
            client.get(11, "a.test", "/next");
            assertThat(client.answer(11).status()).isEqualTo("200");
        }
    }

    @Test
    void pingsAndSettingsAreAcknowledged() throws Exception {
        try (FrameClient client = open()) {
            client.send(SETTINGS, 0, 0, new byte[0]);
            FrameClient.Frame settings = client.await(SETTINGS);
            while (settings.flags() != ACK) {
                settings = client.await(SETTINGS);
            }
            client.send(PING, 0, 0, hex("0102030405060708"));
            FrameClient.Frame ping = client.await(PING);
            assertThat(ping.flags()).isEqualTo(ACK);
            assertThat(ping.payload()).isEqualTo("\1\2\3\4\5\6\7\b");
        }
    }

    /** The last of two values counts, and a window that became negative has to grow above zero. */
    @Test
    void answersKeepToWindowsThatChange() throws Exception {
        try (FrameClient client = open()) {
            client.send(SETTINGS, 0, 0, hex("0004 00000064 0004 00000001"));
            client.raw(joined(begun(1), frame(DATA, END_STREAM, 1, new byte[100])));
            FrameClient.Frame first = client.await(DATA);
            assertThat(first.payload()).hasSize(1);
            client.raw(joined(setting(4, 0), window(1, 1), frame(PING, 0, 0, new byte[8])));
            FrameClient.Frame next = client.next();
            while (next.type() != PING) {
                assertThat(next.type()).isNotEqualTo(DATA);
                next = client.next();
            }
            client.window(1, 2);
            assertThat(client.await(DATA).payload()).hasSize(2);
            client.raw(setting(4, 5));
            assertThat(client.await(DATA).payload()).hasSize(5);
        }
    }
}
