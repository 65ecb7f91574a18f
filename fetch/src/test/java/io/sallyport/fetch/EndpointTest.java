package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wire: what is asked first, what is answered, and what slow or many peers can do. */
@Execution(ExecutionMode.CONCURRENT)
class EndpointTest {
    private static final Map<String, String> SKILL = Map.of("SKILL.md", "# A\n", "run.sh", "#!/bin/sh\n");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void pathThenTokenThenMethodThenBody() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            assertThat(raw(fixture, "GET /fetch?x=1 HTTP/1.1\r\nHost: x\r\n\r\n"))
                    .startsWith("HTTP/1.1 404 ")
                    .endsWith("{\"error\":\"not found\"}\n");
            assertThat(raw(fixture, "GET /fetch HTTP/1.1\r\nHost: x\r\n\r\n"))
                    .startsWith("HTTP/1.1 401 ")
                    .contains("WWW-Authenticate: Bearer\r\n", "Content-Type: application/json\r\n")
                    .endsWith("{\"error\":\"unauthorized\"}\n");
            assertThat(raw(fixture, "GET /fetch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + bearer() + "\r\n"))
                    .startsWith("HTTP/1.1 405 ")
                    .contains("Allow: POST\r\n")
                    .endsWith("{\"error\":\"method not allowed\"}\n");
            assertThat(raw(fixture, post("{}"))).endsWith("{\"error\":\"url is required\"}\n");
            assertThat(raw(fixture, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).startsWith("HTTP/1.1 200 ");
            assertThat(fixture.auditLines()).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer ", "Bearer  ", "Basic ", "Bearer\t", ""})
    void theSchemeIsReadAsWritten(String scheme) throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String request = "POST /fetch HTTP/1.1\r\nHost: x\r\nAuthorization: " + scheme + FetchFixture.TOKEN
                    + "\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
            assertThat(raw(fixture, request)).startsWith("HTTP/1.1 401 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "\"x\"",
                "null",
                "{\"url\":1}",
                "{\"url\":{}}",
                "{\"url\":\"a\",\"url\":\"b\"}",
                "{\"url\":\"a\"} x",
                "{\"url\":\"a\"}{}",
                "\ufeff{\"url\":\"a\"}",
                "{\"url\":\"a\"",
                "{url:\"a\"}"
            })
    void whatIsNoRequestIsSaidSo(String body) throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            assertThat(raw(fixture, post(body)))
                    .startsWith("HTTP/1.1 400 ")
                    .endsWith("{\"error\":\"invalid request body\"}\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"url\":null}", "{\"url\":\"\"}", "{\"URL\":\"x\",\"more\":[{}]}"})
    void aMissingUrlIsSaidSo(String body) throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            assertThat(raw(fixture, post(body))).endsWith("{\"error\":\"url is required\"}\n");
        }
    }

    @Test
    void bodiesAreCountedWhileTheyStream() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String announced = "POST /fetch HTTP/1.1\r\nHost: x\r\n" + bearer() + "Content-Length: 1048577\r\n\r\n";
            assertThat(raw(fixture, announced))
                    .startsWith("HTTP/1.1 413 ")
                    .endsWith("{\"error\":\"request body too large\"}\n");
            String chunked = "POST /fetch HTTP/1.1\r\nHost: x\r\n" + bearer()
                    + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n100001\r\n" + " ".repeat(0x100001)
                    + "\r\n0\r\n\r\n";
            assertThat(raw(fixture, chunked)).startsWith("HTTP/1.1 413 ");
            String whole = "{\"url\":\"x\",\"more\":\"" + "y".repeat(1_000_000) + "\"}";
            assertThat(raw(fixture, post(whole))).contains("must be a valid HTTPS URL");
        }
    }

    @Test
    void whoSendsMuchThatNobodyWantsReadsTheAnswerAllTheSame() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
            String chunked = "POST /fetch HTTP/1.1\r\nHost: x\r\n" + bearer() + "Transfer-Encoding: chunked\r\n\r\n"
                    + chunk.repeat(64) + "0\r\n\r\n";
            assertThat(raw(fixture, chunked))
                    .startsWith("HTTP/1.1 413 ")
                    .endsWith("{\"error\":\"request body too large\"}\n");
            String body = "Content-Length: 4194304\r\n\r\n" + " ".repeat(4 << 20);
            assertThat(raw(fixture, "POST /fetch HTTP/1.1\r\nHost: x\r\n" + body))
                    .startsWith("HTTP/1.1 401 ")
                    .endsWith("{\"error\":\"unauthorized\"}\n");
            assertThat(raw(fixture, "PUT /fetch HTTP/1.1\r\nHost: x\r\n" + bearer() + body))
                    .startsWith("HTTP/1.1 405 ")
                    .endsWith("{\"error\":\"method not allowed\"}\n");
            assertThat(raw(fixture, "GET /healthz HTTP/1.1\r\nHost: x\r\n" + body))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void whatIsRefusedWithoutABodyKeepsTheConnection() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String get = "GET /fetch HTTP/1.1\r\nHost: y\r\n\r\n";
            assertThat(raw(fixture, get + get + "GET /healthz HTTP/1.1\r\nHost: y\r\n\r\n" + post("{}")))
                    .matches("(?s)HTTP/1.1 401 .*HTTP/1.1 401 .*HTTP/1.1 200 .*HTTP/1.1 400 .*");
        }
    }

    @Test
    void twoLengthsAndLargeHeadsAreRefused() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String two = "POST /fetch HTTP/1.1\r\nHost: x\r\n" + bearer()
                    + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
            assertThat(raw(fixture, two)).startsWith("HTTP/1.1 400 ").contains("{\"error\":");
            String large = "POST /fetch HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(17 << 10) + "\r\n\r\n";
            assertThat(raw(fixture, large)).startsWith("HTTP/1.1 431 ").contains("{\"error\":");
        }
    }

    @Test
    void guessingIsSlowedAndARightTokenPassesAllTheSame() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String guess =
                    "POST /fetch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
            for (int i = 0; i < FetchListenerEndpoint.MAX_PER_MINUTE; i++) {
                assertThat(raw(fixture, guess)).startsWith("HTTP/1.1 401 ");
            }
            assertThat(raw(fixture, guess)).startsWith("HTTP/1.1 429 ").contains("Retry-After: 60");
            assertThat(fixture.fetch(fixture.skill("a", SKILL)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whoGuessesTakesNoHealthChecksFromHisNeighbourAndTheOtherWayRound() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String guess = "GET /fetch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            String health = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            for (int i = 0; i < FetchListenerEndpoint.MAX_PER_MINUTE; i++) {
                assertThat(raw(fixture, guess)).startsWith("HTTP/1.1 401 ");
            }
            for (int i = 0; i < FetchListenerEndpoint.MAX_PER_MINUTE; i++) {
                assertThat(raw(fixture, health)).startsWith("HTTP/1.1 200 ");
            }
            assertThat(raw(fixture, guess)).startsWith("HTTP/1.1 429 ");
            assertThat(raw(fixture, health)).startsWith("HTTP/1.1 429 ");
        }
    }

    @Test
    void aFaultOfOursIsAnsweredAndRecorded() throws Exception {
        var options = new FetchFixture.Options();
        options.policy = _ -> {
            throw new StackOverflowError("of the test");
        };
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(fixture.fetch(fixture.skill("a", SKILL)).statusCode()).isEqualTo(500);
            assertThat(fixture.auditLines()).singleElement().asString().contains("\"status\":500");
            assertThat(fixture.allowance.taken()).isZero();
        }
    }

    @Test
    void oneWhoHangsUpLeavesTheCountRight() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", SKILL);
            fixture.forge.answer(FetchFixture.REPOSITORY, "skills/a", new Answer.Close());
            try (Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(), fixture.server.address().getPort())) {
                socket.getOutputStream().write(post("{\"url\":\"" + url + "\"}").getBytes(UTF_8));
                socket.getOutputStream().flush();
                fixture.forge.origin().awaitReceived(1, Duration.ofSeconds(10));
            }
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(502);
            while (fixture.auditLines().size() < 2) { // of both: each comes after its count
                Thread.onSpinWait();
            }
            assertThat(fixture.allowance.taken()).isZero();
        }
    }

    private static String bearer() {
        return "Authorization: Bearer " + FetchFixture.TOKEN + "\r\n";
    }

    private static String post(String body) {
        return "POST /fetch HTTP/1.1\r\nHost: x\r\n" + bearer() + "Content-Length: " + body.getBytes(UTF_8).length
                + "\r\nConnection: close\r\n\r\n" + body;
    }

    private static String raw(FetchFixture fixture, String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), fixture.server.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(request.replace("\r\nHost: x\r\n\r\n", "\r\nHost: x\r\nConnection: close\r\n\r\n")
                            .getBytes(UTF_8));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
