package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Bad requests to the gateway's listener: each has a clear answer and exactly one record, and another sandbox is served
 * while the connection is still open. {@code docs/bad-input.md} names these tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadRequestsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String GUARDRAILS = """
            package sallyport.guardrails

            deny contains {"rule": "no-key", "message": "no keys"} if {
            	input.net.host == "guarded.test"
            	input.net.query.key
            }

            deny contains {"rule": "endless", "message": "x"} if {
            	input.net.host == "endless.test"
            	count(numbers.range(1, 1e9)) > 0
            }
            """;

    private final Origin origin =
            Origin.plain(request -> request.path().equals("/endless") ? new Answer.Endless() : Answer.echo(request));
    private final Rig rig;
    private String as = "";
    private String asNeighbour = "";

    BadRequestsTest(@TempDir Path folder) throws IOException, StartException {
        rig = Rig.start(folder, hosts("yes.test", "guarded.test", "endless.test"), "limits: {idle_timeout: \"2s\"}");
    }

    @BeforeAll
    void sandboxes() throws IOException {
        as = credentials(rig.grant(Rig.SB, "http://yes.test/**", "http://guarded.test/**", "http://endless.test/**"));
        asNeighbour = credentials(rig.grant(Rig.OTHER, "http://yes.test/**"));
        assertThat(rig.admin().putGuardrails(Map.of("g.rego", GUARDRAILS)).status())
                .isEqualTo(200);
    }

    @AfterAll
    void close() {
        rig.close();
        origin.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    GET  http://yes.test/ HTTP/1.1    | 400 | malformed_request
                    GET http://yes.test/              | 400 | malformed_request
                    GET http://yes.test/ HTTP/1.1.1   | 400 | malformed_request
                    GET http://yes.test/ HTTP/2.0     | 505 | unsupported_version
                    G(T http://yes.test/ HTTP/1.1     | 400 | malformed_request
                    get http://yes.test/ HTTP/1.1     | 403 | method_refused
                    GET /path HTTP/1.1                | 400 | malformed_request
                    GET yes.test HTTP/1.1             | 400 | malformed_request
                    OPTIONS * HTTP/1.1                | 400 | malformed_request
                    GET ftp://yes.test/ HTTP/1.1      | 400 | unsupported_scheme
                    `\u0016\u0003\u0001\u0002\u0000\u0001` | 400 | malformed_request
                    """)
    void aMalformedRequestLineIsRefusedAndRecordedOnce(String line, int status, String reason) throws IOException {
        isRefused(line + "\r\nHost: yes.test\r\n" + as + "\r\n", status, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    CONNECT yes.test:0
                    CONNECT yes.test:65536
                    CONNECT yes.test:+443
                    CONNECT yes.test:0443
                    CONNECT yes.test
                    CONNECT yes..test:443
                    CONNECT 0x7f.1:443
                    CONNECT user@yes.test:443
                    CONNECT yes.test%00.other.test:443
                    GET http://yes.test:99999/
                    GET http://[::1/
                    GET http://u:p@yes.test/
                    GET http://-/
                    GET http://
                    """)
    void aHostOrPortThatIsNoneIsRefusedAndRecordedOnce(String line) throws IOException {
        isRefused(line + " HTTP/1.1\r\nHost: yes.test\r\n" + as + "\r\n", 400, "not_canonical");
    }

    @Test
    void anOversizedHeadIsRefusedAndRecordedOnce() throws IOException {
        String start = "GET http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\n" + as;
        isRefused(start + "X: y\r\n".repeat(101), 431, "head_too_large");
        isRefused(start + "X: " + "y".repeat(17_000), 431, "head_too_large");
        isRefused("GET http://yes.test/" + "a".repeat(9_000), 414, "uri_too_long");
    }

    @Test
    void aBodyThatNeverEndsIsGivenUpAndRecordedOnce() throws IOException {
        int before = requests().size();
        try (RawClient stuck = RawClient.open(rig.proxyUrl())) {
            stuck.say("POST http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\n" + as + "Content-Length: 100\r\n\r\nabc");
            neighbourIsServed();
            assertThat(stuck.hearAnswer()).startsWith("HTTP/1.1 408 Limited: idle_timeout\r\n");
            stuck.awaitEnd();
        }
        isRecordedOnce(before, "idle_timeout");
    }

    @Test
    void theBodyOfARefusedRequestThatNeverEndsIsReadUpToABound() throws IOException {
        int before = requests().size();
        String chunk = "400\r\n" + "x".repeat(1024) + "\r\n";
        try (RawClient endless = RawClient.open(rig.proxyUrl())) {
            endless.say("POST http://no.test/ HTTP/1.1\r\nHost: no.test\r\n" + as + "Transfer-Encoding: chunked\r\n\r\n"
                    + chunk);
            assertThat(endless.hearAnswer()).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
            neighbourIsServed();
            assertThat(endless.sayUntilRefused(chunk, 100_000)).isLessThan(100_000);
        }
        isRecordedOnce(before, "no_grant");
    }

    @Test
    void aClientThatNeverReadsIsCutAndRecordedOnce() throws IOException {
        int before = requests().size();
        int closed = origin.connections() - origin.openConnections();
        try (RawClient deaf = RawClient.open(rig.proxyUrl())) {
            deaf.say("GET http://yes.test/endless HTTP/1.1\r\nHost: yes.test\r\n" + as + "\r\n");
            neighbourIsServed();
            origin.awaitClosed(closed + 1, SOON);
            awaitRequests(before + 1);
            deaf.awaitEnd();
        }
        isRecordedOnce(before, "idle_timeout");
    }

    @Test
    void aGuardrailThatReadsAQueryThatCannotBeReadRefusesIt() throws IOException {
        String rest = " HTTP/1.1\r\nHost: guarded.test\r\n" + as + "\r\n";
        isRefused("GET http://guarded.test/?a=%ff" + rest, 400, "unreadable");
        isRefused("GET http://guarded.test/?key=1" + rest, 403, "guardrail");
        assertThat(ask("GET http://guarded.test/?a=1" + rest)).startsWith("HTTP/1.1 200 ");
        assertThat(ask("GET http://yes.test/?a=%ff HTTP/1.1\r\nHost: yes.test\r\n" + as + "\r\n"))
                .as("where no guardrail reads it, it need not be readable")
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aGuardrailWithoutEndDeniesAndIsRecordedOnce() throws IOException {
        isRefused("GET http://endless.test/ HTTP/1.1\r\nHost: endless.test\r\n" + as + "\r\n", 403, "guardrail_error");
    }

    /** Asserts the answer and the single record, and that a neighbour is served while the connection is open. */
    private void isRefused(String said, int status, String reason) throws IOException {
        int before = requests().size();
        try (RawClient client = RawClient.open(rig.proxyUrl())) {
            client.say(said);
            String answer = client.hearAnswer();
            assertThat(answer)
                    .startsWith("HTTP/1.1 " + status + " ")
                    .contains("\"reason\":\"" + reason + "\"", "\"error\":\"")
                    .contains("\"audit_id\":\"");
            neighbourIsServed();
        }
        isRecordedOnce(before, reason);
    }

    private void isRecordedOnce(int before, String reason) throws IOException {
        List<JsonNode> after = requests();
        assertThat(after).hasSize(before + 1);
        assertThat(after.getLast().path("reason").asString()).isEqualTo(reason);
    }

    private void neighbourIsServed() throws IOException {
        assertThat(ask("GET http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\n" + asNeighbour + "\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    private String ask(String said) throws IOException {
        try (RawClient client = RawClient.open(rig.proxyUrl())) {
            client.say(said);
            return client.hearAnswer();
        }
    }

    /** Returns the records of everything except the neighbour. */
    private List<JsonNode> requests() throws IOException {
        return rig.requests().stream()
                .filter(record -> !record.path("sandbox").asString("").equals(Rig.OTHER.text()))
                .toList();
    }

    private void awaitRequests(int count) throws IOException {
        long end = System.nanoTime() + SOON.toNanos();
        while (requests().size() < count && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private Map<String, String> hosts(String... names) {
        return Arrays.stream(names).collect(Collectors.toMap(name -> name + ":80", _ -> origin.hostPort()));
    }

    private static String credentials(Map<String, String> variables) {
        String user = URI.create(String.valueOf(variables.get("HTTP_PROXY"))).getUserInfo();
        return "Proxy-Authorization: Bearer " + user.substring(user.indexOf(':') + 1) + "\r\n";
    }
}
