package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a sandbox learns that asks the gateway why a request of its own is decided as it is. */
class ExplainFromWithinTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String URL = "http://sallyport.internal/v1/explain";
    private static final String GUARDRAILS = """
            package sallyport.guardrails

            deny contains {"rule": "a-closed", "message": "closed to all"} if input.net.host == "closed.test"

            deny contains {"rule": "b-inquiry", "message": "inquiry 4711 is running"} if input.net.host == "closed.test"

            deny contains {"rule": "c-watched", "message": "watched since May", "mode": "report"} if {
            	input.net.host == "yes.test"
            }
            """;

    @TempDir
    Path folder = Path.of("");

    private static String told(Rig rig, Map<String, String> variables, String body) {
        return rig.answer(variables, "--data", body, URL);
    }

    private static JsonNode whole(Rig rig, Map<String, String> variables, String body) {
        String answer = told(rig, variables, body);
        assertThat(answer).startsWith("200 ");
        return JSON.readTree(answer.substring(4));
    }

    private static String asked(String url) {
        return "{\"url\": \"" + url + "\"}";
    }

    private static String steps(JsonNode explanation) {
        return explanation.path("decision").path("reason").asString() + " "
                + explanation
                        .path("steps")
                        .valueStream()
                        .map(step -> step.path("asked").asString()
                                + (step.path("passes").asBoolean() ? "+" : "-"))
                        .toList();
    }

    @Test
    void aSandboxSeesOfGuardrailsWhatItsRefusalsSay() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of())) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://*.test/**");
            rig.admin().putGuardrails(Map.of("g.rego", GUARDRAILS));
            String closed = told(rig, variables, asked("http://closed.test/"));
            String refused = rig.answer(variables, "http://closed.test/");
            assertThat(refused).contains("closed to all", "a-closed").doesNotContain("4711", "b-inquiry");
            assertThat(closed).contains("closed to all", "a-closed").doesNotContain("4711", "b-inquiry");
            assertThat(told(rig, variables, asked("http://yes.test/")))
                    .startsWith("200 ")
                    .doesNotContain("c-watched", "May", "\"at\"");
        }
    }

    @Test
    void noOtherSandboxIsNamedOrCanBe() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of())) {
            rig.grant(new SandboxId("the-team"), "http://yes.test/**");
            JsonNode child =
                    JSON.readTree("{\"lease\": {\"net.fetch\": [\"http://yes.test/a/**\"]}, \"parent\": \"the-team\"}");
            Map<String, String> variables =
                    Rig.variables(rig.admin().send("PUT", "/v1/sandboxes/" + Rig.SB, child, Map.of()));
            assertThat(steps(whole(rig, variables, asked("http://no.test/"))))
                    .as("what the parent is granted is not told")
                    .isEqualTo("no_grant [lease-, admission+]");
            rig.put(new SandboxId("the-team"), Rig.lease("http://no.test/**"));
            String answer = told(rig, variables, asked("http://yes.test/a/b"));
            assertThat(steps(JSON.readTree(answer.substring(4)))).isEqualTo("no_grant [lease+, parent-, admission+]");
            assertThat(answer).doesNotContain("no.test");
            assertThat(told(rig, variables, "{\"url\": \"http://yes.test/\", \"sandbox\": \"the-team\"}"))
                    .startsWith("400 ");
            assertThat(rig.answer(variables, "--data", "{}", "http://sallyport.internal/v1/sandboxes/the-team/explain"))
                    .startsWith("403 ");
        }
    }

    @Test
    void namesThatTheOperatorConfiguresCannotBeGuessed() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of("vault.test", "127.0.0.1:9"))) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://mine.test/**");
            String configured = told(rig, variables, asked("http://vault.test/"));
            assertThat(configured).startsWith("200 ");
            assertThat(told(rig, variables, asked("http://other.test/")))
                    .isEqualTo(configured.replace("vault.test", "other.test"));
            assertThat(steps(whole(rig, variables, asked("http://mine.test/"))))
                    .as("a granted one is refused so, too")
                    .isEqualTo("local_name [lease+, admission+, egress-]");
        }
    }

    @Test
    void nothingIsDialledAndTheRecordHasNoQuery() throws IOException, StartException {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test", origin.hostPort()))) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(steps(whole(rig, variables, asked("http://yes.test/a?token=s3cret"))))
                    .isEqualTo("granted [lease+, admission+]");
            assertThat(origin.connections()).isZero();
            JsonNode record = rig.lastRequest();
            assertThat(record.path("detail").asString()).isEqualTo("asked why GET http://yes.test/a: granted");
            assertThat(record.path("reason").asString()).isEqualTo("gateway_own");
            assertThat(record.toString()).doesNotContain("s3cret");
        }
    }

    @Test
    void aGetAsksTheSameAsAPost() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of())) {
            Map<String, String> variables = rig.grant(Rig.SB, "https://yes.example.com/a/**");
            String posted = told(rig, variables, "{\"method\": \"PUT\", \"url\": \"https://yes.example.com/b?c=d\"}");
            assertThat(rig.answer(
                            variables,
                            "-G",
                            "-d",
                            "method=PUT",
                            "--data-urlencode",
                            "url=https://yes.example.com/b?c=d",
                            URL))
                    .isEqualTo(posted)
                    .contains("\"reason\":\"no_grant\"", "net.fetch: \\\"https://yes.example.com/b\\\"");
            assertThat(steps(whole(rig, variables, "{\"method\": \"CONNECT\", \"url\": \"https://yes.example.com\"}")))
                    .isEqualTo("granted [lease+, admission+]");
            for (String query :
                    List.of("", "?url=http://a.test/&url=http://b.test/", "?url=%ff", "?url=http://a.test/&x=1")) {
                assertThat(rig.answer(variables, URL + query)).as(query).startsWith("400 ");
            }
            assertThat(rig.answer(variables, "-X", "DELETE", URL)).startsWith("403 ");
        }
    }

    @Test
    void oneSandboxAsksAtItsRate() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of(), "guard: {explanations_per_minute: 2}\n")) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            Map<String, String> others = rig.grant(Rig.OTHER, "http://yes.test/**");
            assertThat(told(rig, variables, asked("http://yes.test/"))).startsWith("200 ");
            assertThat(told(rig, variables, "not JSON")).startsWith("400 ");
            assertThat(told(rig, variables, asked("http://yes.test/")))
                    .startsWith("429 ")
                    .contains("\"reason\":\"rate_limited\"");
            assertThat(told(rig, others, asked("http://yes.test/"))).startsWith("200 ");
        }
    }

    @Test
    void anEndedLeaseIsExplainedToItsSandbox() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of())) {
            AdminClient.Reply put =
                    rig.put(Rig.SB, Rig.raw("{\"net.fetch\": [\"**\"], \"cost.budget\": [\"USD:0\"]}", null, Map.of()));
            assertThat(steps(whole(rig, Rig.variables(put), asked("http://yes.test/"))))
                    .isEqualTo("budget_exhausted [lease+, admission-]");
        }
    }

    @Test
    void itIsAnsweredOverHttp2() throws IOException, StartException {
        require("node");
        TestCa.Leaf leaf = TestCa.create("a CA", InstantSource.system()).leaf("127.0.0.1");
        Path cert = Files.writeString(folder.resolve("proxy.pem"), leaf.chainPem());
        Path key = Files.writeString(folder.resolve("proxy.key"), leaf.keyPem());
        Path program = Files.writeString(folder.resolve("ask.js"), """
                const proxy = new URL(process.argv[2]);
                const session = require('http2').connect(proxy, {rejectUnauthorized: false});
                const stream = session.request({':method': 'POST', ':scheme': 'http',
                  ':authority': 'sallyport.internal', ':path': '/v1/explain', 'proxy-authorization':
                  'Basic ' + Buffer.from(proxy.username + ':' + proxy.password).toString('base64')});
                stream.on('response', head => process.stdout.write(head[':status'] + ' '));
                stream.on('data', bytes => process.stdout.write(bytes));
                stream.on('end', () => session.close());
                stream.end(JSON.stringify({url: 'https://no.example.com/'}));
                """);
        String proxy = "{tls: {listen: [\"127.0.0.1:0\"], cert: \"%s\", key: \"%s\"}}".formatted(cert, key);
        try (Rig rig = Rig.startWithProxy(folder, Map.of(), proxy)) {
            Map<String, String> variables = Rig.variables(rig.admin()
                    .send(
                            "PUT",
                            "/v1/sandboxes/" + Rig.SB + "?proxy=tls",
                            JSON.readTree("{\"lease\": {\"net.fetch\": [\"https://yes.test/**\"]}}"),
                            Map.of()));
            String via =
                    URI.create(String.valueOf(variables.get("https_proxy"))).toString();
            assertThat(rig.run(Map.of(), "node", program.toString(), via).out())
                    .startsWith("200 {")
                    .contains("\"reason\":\"no_grant\"", "net.fetch: \\\"https://no.example.com/\\\"");
        }
    }

    @Test
    void whyNotAsksInsideAndOutside() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            Map<String, String> variables = rig.grant(Rig.SB, "https://yes.example.com/a/**");
            Client.Ended inside = sallyport(rig, variables, "policy", "why-not", "https://yes.example.com/b");
            assertThat(inside.out()).as(inside.err()).isEqualTo("""
                    deny no_grant
                    asked       GET https://yes.example.com:443/b
                    lease       grants nothing like it, of 1 grant
                      - lease:net.fetch[0]  https://yes.example.com/a/**  other path
                    admission   passes
                    would help  lease: net.fetch: "https://yes.example.com/b"
                    then        allow granted by lease:added
                    hint        "net.fetch": ["https://yes.example.com/b"]
                    """);
            assertThat(inside.exit()).isOne();
            Client.Ended outside = sallyport(
                    rig,
                    Map.of(),
                    "policy",
                    "why-not",
                    "--admin",
                    rig.adminUrl(),
                    "--token-file",
                    rig.state().resolve("admin.token").toString(),
                    "--sandbox",
                    Rig.SB.text(),
                    "https://yes.example.com/b");
            assertThat(outside.out()).isEqualTo(inside.out());
            assertThat(sallyport(rig, Map.of(), "policy", "why-not", "https://yes.example.com/b")
                            .exit())
                    .isEqualTo(3);
        }
    }

    private static Client.Ended sallyport(Rig rig, Map<String, String> env, String... words) {
        return rig.run(env, GatewayJvm.command(words).toArray(String[]::new));
    }
}
