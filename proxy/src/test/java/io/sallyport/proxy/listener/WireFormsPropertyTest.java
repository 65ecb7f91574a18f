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
}
