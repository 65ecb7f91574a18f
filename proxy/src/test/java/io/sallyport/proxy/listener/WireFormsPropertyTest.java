package io.sallyport.proxy.listener;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random heads and bodies of elements that confuse parsers: the result is the same however they are split. */
@Execution(ExecutionMode.CONCURRENT)
class WireFormsPropertyTest {
    private static final int ROUNDS = 2_000;
    private static final List<String> HEAD = List.of(
            "GET",
            "POST",
            " ",
            " ",
            "http://a.test/",
            "/",
            "HTTP/1.1",
            "HTTP/1.0",
            "\r\n",
            "\r\n",
            "\r\n",
            "\r",
            "\n",
            "Host",
            ":",
            ": ",
            "a.test",
            "Content-Length: 5",
            "Content-Length: 05",
            "Transfer-Encoding: chunked",
            ",",
            "chunked",
            "\t",
            "\0",
            "\u00e9",
            "X",
            "Connection: close");
    private static final List<String> BODY = List.of(
            "0",
            "5",
            "a",
            "F",
            "\r\n",
            "\r\n",
            "\r\n",
            "\r",
            "\n",
            "hello",
            ";",
            ";a=b",
            "=",
            "\"",
            "x",
            "X: y",
            ":",
            " ",
            "\t",
            "+",
            "00000001",
            "\0");

    private static final List<String> FIELDS = List.of(
            ":method",
            ":scheme",
            ":authority",
            ":path",
            ":status",
            "host",
            "Host",
            "cookie",
            "te",
            "connection",
            "transfer-encoding",
            "content-length",
            "x",
            "x:y",
            "x\r\ny",
            "");
    private static final List<String> VALUES = List.of(
            "GET",
            "CONNECT",
            "https",
            "a.test",
            "/",
            "/a b",
            "/\r\nx: y",
            "a=b",
            "5",
            "05",
            "trailers",
            "chunked",
            " x",
            "x\t",
            "\0",
            "\u00e9",
            "\u0100",
            "");

    private static FieldSection section(Random random) {
        var section = new FieldSection();
        if (random.nextInt(4) > 0) {
            section.add(":method", random.nextBoolean() ? "GET" : "POST");
            section.add(":scheme", "https");
            section.add(":authority", "a.test");
            section.add(":path", "/");
        }
        for (int n = random.nextInt(8); n > 0; n--) {
            section.add(FIELDS.get(random.nextInt(FIELDS.size())), VALUES.get(random.nextInt(VALUES.size())));
        }
        return section;
    }

    private static byte[] random(Random random, List<String> pieces, String start) {
        StringBuilder text = new StringBuilder(start);
        for (int n = random.nextInt(16); n >= 0; n--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {31, 32, 33})
    void headsHaveOneReading(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            HeadForms.check(random(random, HEAD, i % 2 == 0 ? "" : "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n"));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {41, 42, 43})
    void chunkedBodiesHaveOneReading(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            ChunkForms.check(random(random, BODY, i % 2 == 0 ? "" : "5\r\nhello\r\n"));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {51, 52, 53})
    void sectionsAreHeadsOfHttp1OrRefused(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            StreamForms.check(section(random), random.nextBoolean());
        }
    }
}
