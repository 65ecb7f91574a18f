package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy input}, and the flags of the request that the commands share with it. */
class PolicyInputTest extends CommandLineTest {
    private static final String SECRET = "dont-print-me";

    private static final String CALL = "https://a.example/pkg.Svc/Delete";

    private static final String HEADERS_AND_FACTS = """
            package sallyport.guardrails

            deny contains {"rule": "plain", "message": "no"} if input.net.content_type == "text/plain"

            deny contains {"rule": "bearer", "message": "no"} if input.net.headers.authorization

            deny contains {"rule": "run", "message": "no"} if input.sandbox.run == "r-7"

            deny contains {"rule": "id", "message": "no"} if input.sandbox.id == "sb-1"

            deny contains {"rule": "phase", "message": "no"} if input.phase == "execution"

            deny contains {"rule": "night", "message": "no"} if time.clock(time.now_ns())[0] < 6
            """;

    private static final String CHAT = """
            package sallyport.guardrails

            deny contains {"rule": "key", "message": "no"} if {
            	input.net.websocket.direction == "send"
            	contains(input.net.websocket.text, "sk-live-")
            }
            """;

    private static String message(String websocket) {
        return "{\"kind\": \"http\", \"net\": {\"scheme\": \"https\", \"host\": \"chat.example.com\", \"websocket\": "
                + websocket + "}}";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"direction": "send", "type": "text", "text": "sk-live-1"}    | 1
            {"direction": "send", "type": "text", "text": "hello"}        | 0
            {"direction": "receive", "type": "text", "text": "sk-live-1"} | 0
            {"direction": "send", "type": "binary"}                       | 0
            {"direction": "send", "type": "binary", "text": "sk-live-1"}  | 2
            {"direction": "send", "type": "text"}                         | 2
            {"direction": "SEND", "type": "text", "text": "x"}            | 2
            {"direction": "send", "type": "text", "text": 1}              | 2
            []                                                            | 2
            """)
    void aMessageOfAWebSocketIsAskedAbout(String websocket, int status) throws IOException {
        Path guardrails = write("chat.rego", CHAT);
        Path input = write("message.json", message(websocket));
        assertThat(run(
                        "policy",
                        "eval",
                        "--allow",
                        "wss://chat.example.com/**",
                        "--guardrails",
                        guardrails.toString(),
                        "--input",
                        input.toString()))
                .as(out.toString() + err)
                .isEqualTo(status);
    }

    @Test
    void whatIsSpokenInATunnelIsAskedAbout() throws IOException {
        Path policy = write("net.yaml", """
                version: 1
                network_policies:
                  git: {endpoints: [{host: git.example.com, port: 22, protocol: tcp+ssh}]}
                """);
        for (String spoken : new String[] {", \"speaks\": \"ssh\"", ", \"speaks\": \"tls\"", ""}) {
            Path input = write("tunnel.json", """
                    {"kind": "connect", "net": {"scheme": "tcp", "host": "git.example.com", "port": 22%s}}
                    """.formatted(spoken));
            assertThat(run("policy", "eval", "--policy", policy.toString(), "--input", input.toString()))
                    .as(spoken)
                    .isEqualTo(spoken.contains("ssh") ? ExitCodes.OK : ExitCodes.NO);
        }
    }

    @Test
    void aRuleSeesWhatIsPrinted() {
        assertThat(run(
                        "policy",
                        "input",
                        "--json",
                        "--sandbox=sb-1",
                        "--run=r-7",
                        "--label=team=docs",
                        "--phase=execution",
                        "-H",
                        "Content-Type: Text/Plain; charset=utf-8",
                        "-H",
                        "X-A: 1",
                        "-H",
                        "x-a: 2",
                        "POST",
                        "https://A.example/x?q=1"))
                .as(err.toString())
                .isZero();
        JsonNode input = printed();
        assertThat(input.at("/sandbox").toString())
                .isEqualTo("{\"id\":\"sb-1\",\"labels\":{\"team\":\"docs\"},\"run\":\"r-7\"}");
        assertThat(input.at("/phase").asString()).isEqualTo("execution");
        assertThat(input.at("/net/host").asString()).isEqualTo("a.example");
        assertThat(input.at("/net/method").asString()).isEqualTo("POST");
        assertThat(input.at("/net/content_type").asString()).isEqualTo("text/plain");
        assertThat(input.at("/net/headers/x-a").toString()).isEqualTo("[\"1\",\"2\"]");
        assertThat(input.at("/net/query").toString()).isEqualTo("{\"q\":[\"1\"]}");
        assertThat(input.at("/net/suffixes").toString()).isEqualTo("[\"a.example\",\"example\"]");
    }

    @Test
    void aContentTypeOfGrpcMakesACall() {
        assertThat(run("policy", "input", "--json", "-H", "Content-Type: Application/gRPC+proto", "POST", CALL))
                .isZero();
        assertThat(printed().at("/net/protocol").asString()).isEqualTo("grpc");
        assertThat(printed().at("/net/grpc").toString()).isEqualTo("{\"method\":\"Delete\",\"service\":\"pkg.Svc\"}");
    }

    @Test
    void aDenyOfAMethodIsNotPassedRoundByWhatTheContentTypeIsWritten() throws IOException {
        Path rego = write("grpc.rego", """
                package sallyport.guardrails

                deny contains {"rule": "no-delete", "message": "no"} if input.net.grpc.method == "Delete"
                """);
        Path lease = write("lease.json", "{\"net.fetch\": [\"https://a.example/**\"]}");
        for (var asked : Map.of(
                        List.of("Content-Type: application/grpc"), "guardrail",
                        List.of("Content-Type: APPLICATION/GRPC;a=b"), "guardrail",
                        List.of("Content-Type: application/grpc-web+proto"), "guardrail",
                        List.of("Content-Type: text/plain", "Content-Type: application/grpc"), "unreadable",
                        List.of("Content-Type: text/plain, application/grpc"), "unreadable")
                .entrySet()) {
            List<String> words = new ArrayList<>(List.of("policy", "eval", "--lease", lease.toString()));
            words.addAll(List.of("--guardrails", rego.toString()));
            asked.getKey().forEach(header -> words.addAll(List.of("-H", header)));
            words.addAll(List.of("--", "POST", CALL));
            assertThat(run(words.toArray(String[]::new))).as(asked.toString()).isEqualTo(ExitCodes.NO);
            assertThat(out.toString()).as(asked.toString()).contains(asked.getValue());
        }
    }

    @Test
    void secretsAreWithheldAndNeverPrinted() {
        assertThat(run("policy", "input", "--json", "-H", "Authorization: Bearer " + SECRET, "http://a.example/"))
                .isZero();
        assertThat(printed().at("/net/headers").toString()).isEqualTo("{\"authorization\":[]}");
        assertThat(run("policy", "input", "-H", "Authorization " + SECRET, "http://a.example/"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(out.toString() + err).doesNotContain(SECRET);
        assertThat(err.toString()).contains("expected: 'NAME: VALUE'");
    }

    @Test
    void aTunnelShowsNoHeaders() {
        assertThat(run("policy", "input", "--json", "-H", "X-A: 1", "CONNECT", "https://a.example"))
                .isZero();
        assertThat(printed().at("/net").toString())
                .isEqualTo("{\"host\":\"a.example\",\"port\":443,\"scheme\":\"https\",\"suffixes\":[\"a.example\","
                        + "\"example\"]}");
    }

    @Test
    void whatCannotBeReadIsAbsent() {
        assertThat(run("policy", "input", "--json", "-H", "Transfer-Encoding: chunked", "POST", "http://a.example/"))
                .isZero();
        assertThat(printed().path("net").has("content_length")).isFalse();
    }

    @Test
    void aPrintedDocumentIsReadBackAsTheSameInput() throws IOException {
        assertThat(run(
                        "policy",
                        "input",
                        "--sandbox=sb-1",
                        "--run=r-7",
                        "-H",
                        "Cookie: a=b",
                        "-H",
                        "Content-Type: text/plain",
                        "-H",
                        "Content-Length: 3",
                        "PUT",
                        "https://a.example:8443/x/y?q=1&q=2"))
                .isZero();
        JsonNode first = printed();
        Path file = write("input.json", out.toString());
        out.getBuffer().setLength(0);
        assertThat(run("policy", "input", "--input", file.toString())).isZero();
        assertThat(printed()).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-H X:\u0000",
                "-H :x",
                "-H Bad Name:x",
                "-H Content-Length:-1",
                "--phase later",
                "--sandbox a/b",
                "--time yesterday"
            })
    void aRequestThatCannotBeIsUnusable(String flag) {
        List<String> words = new ArrayList<>(List.of("policy", "input"));
        int space = flag.indexOf(' ');
        words.addAll(List.of(flag.substring(0, space), flag.substring(space + 1), "http://a.example/"));
        assertThat(run(words.toArray(String[]::new))).as(flag).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void evalAndExplainJudgeTheSameRequest() throws IOException {
        String guardrails = write("g.rego", HEADERS_AND_FACTS).toString();
        assertThat(denies(guardrails, "--time=2026-11-25T12:00:00Z")).isEqualTo("allow granted");
        assertThat(denies(guardrails, "--time=2026-11-25T03:00:00Z")).contains("night:");
        assertThat(denies(guardrails, "--time=2026-11-25T12:00:00Z", "-H", "Content-Type: text/plain"))
                .contains("plain:");
        assertThat(denies(guardrails, "--time=2026-11-25T12:00:00Z", "-H", "Authorization: x"))
                .contains("bearer:");
        assertThat(denies(guardrails, "--time=2026-11-25T12:00:00Z", "--run=r-7", "--sandbox=sb-1"))
                .contains("run:", "id:");
        assertThat(denies(guardrails, "--time=2026-11-25T12:00:00Z", "--phase=execution"))
                .contains("phase:");
        assertThat(run(
                        "policy",
                        "explain",
                        "--allow=github.com",
                        "--guardrails=" + guardrails,
                        "--time=2026-11-25T12:00:00Z",
                        "-H",
                        "Content-Type: text/plain",
                        "http://github.com/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("plain");
    }

    @Test
    void testsSeeTheTime() throws IOException {
        write("t_test.rego", """
                package t_test

                test_noon if time.clock(time.now_ns()) == [12, 0, 0]
                """);
        assertThat(run("policy", "test", "--time=2026-11-25T12:00:00Z", folder.toString()))
                .as(out.toString())
                .isZero();
    }

    private String denies(String guardrails, String... flags) {
        out.getBuffer().setLength(0);
        List<String> words =
                new ArrayList<>(List.of("policy", "eval", "--allow=github.com", "--guardrails=" + guardrails));
        words.addAll(List.of(flags));
        words.add("http://github.com/");
        run(words.toArray(String[]::new));
        return out.toString()
                .lines()
                .reduce("", (all, line) -> line.startsWith("allow") ? "allow granted" : all + line);
    }

    private JsonNode printed() {
        return JsonMapper.shared().readTree(out.toString());
    }
}
