package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.Unset.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Requests to a provider's own host, of which the configuration makes requests of models. */
class ModelHostsTest {
    private static final String KEY = "sk-proj-realKeyOfOpenAi0123456789";

    /** GitHub's public example of its format. */
    private static final String TOKEN = "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";

    private static final String CONFIGURATION = """
            providers:
              openai:
                secret: {file: secrets/openai}
                endpoints: ["https://api.openai.com"]
                inject: {header: Authorization, before: "Bearer "}
            findings: {mode: report, bodies: true}
            inference:
              backends:
                openai:
                  {api: openai, url: "https://api.openai.com", provider: openai, models: {small: gpt-small}, intercept: true}
                other: {api: openai, url: "https://other.test", location: local}
              prices:
                "gpt-small": {currency: USD, input: "1000", output: "1000"}
            """;

    private static final String LEASE = """
            {"net.fetch": ["https://api.openai.com/**", "http://api.openai.com/**", "wss://api.openai.com/**"],
             "model.use": ["small", "large"], "cost.budget": ["USD:1.00", "requests:100"]}""";

    private static final String ASK = "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"count\"}]%s}";

    @TempDir
    Path folder = Path.of("");

    private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();
    private CredentialSandbox sandbox = unset();

    @BeforeEach
    void start() throws Exception {
        require("curl");
        sandbox = CredentialSandbox.start(
                folder, this::answer, Map.of("secrets/openai", KEY), CONFIGURATION, "api.openai.com", "other.test");
        sandbox.putLease("sb-1", LEASE);
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private Answer answer(ReceivedRequest request) {
        received.add(request);
        String body = request.body().text();
        if (body.contains("\"stream\":true")) {
            String words = Stream.generate(() ->
                            "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
                                    + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n")
                    .limit(3_000)
                    .collect(Collectors.joining());
            return new Answer.Raw(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + words
                            + "data: [DONE]\n\n",
                    true);
        }
        return Answer.bytes("application/json", Bytes.of("""
                {"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
                 "finish_reason":"stop","message":{"role":"assistant","content":"three"}}],
                 "usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30}}"""));
    }

    private String curl(String id, String... more) {
        var command = new ArrayList<>(List.of("curl", "-sS", "-D-", "-H", "Authorization: Bearer sandbox-own-key"));
        command.addAll(List.of(more));
        var run = sandbox.runAs(id, Map.of(), command.toArray(String[]::new));
        sandbox.hidesSecrets("a client", run.out() + run.err());
        return run.out() + run.err();
    }

    private String chat(String id, String model, String more) {
        return curl(
                id,
                "-H",
                "Content-Type: application/json",
                "-d",
                ASK.formatted(model, more),
                "https://api.openai.com/v1/chat/completions");
    }

    @Test
    @Timeout(120)
    void aRequestToTheProvidersHostIsJudgedPaidForAndRecordedAsOneOfAModel() throws Exception {
        assertThat(chat("sb-1", "small", "")).contains("200").contains("three");
        assertThat(chat("sb-1", "large", ""))
                .as("granted, and not served there")
                .contains("model_not_found");
        assertThat(chat("sb-1", "other", "")).contains("403").contains("no_grant");
        assertThat(received).singleElement().satisfies(request -> {
            assertThat(request.header("Host")).isEqualTo("api.openai.com");
            assertThat(request.header("Authorization")).isEqualTo("Bearer " + KEY);
            assertThat(request.body().text()).contains("gpt-small");
        });
        JsonNode record = Objects.requireNonNull(sandbox.rig().records("model").getFirst());
        assertThat(record.path("host").asString()).isEqualTo("api.openai.com");
        assertThat(record.path("provider").asString()).isEqualTo("openai");
        assertThat(record.path("output_tokens").asInt()).isEqualTo(20);
        assertThat(record.path("cost").path("USD").asString()).isEqualTo("0.03");
        sandbox.hidesSecretsInFiles();
    }

    @Test
    @Timeout(120)
    void aStreamThatUsesTheBudgetUpEndsAsOneThatReachedItsLimit() throws Exception {
        assertThat(chat("sb-1", "small", ",\"stream\":true"))
                .contains("\"finish_reason\":\"length\"")
                .contains("[DONE]");
        while (sandbox.rig().records("end").stream()
                .noneMatch(end -> end.path("reason").asString().equals("budget_exhausted"))) {
            Thread.onSpinWait(); // the end of a stream is written after its last byte has gone
        }
        assertThat(chat("sb-1", "small", "")).contains("402").contains("budget_exhausted");
    }

    @Test
    @Timeout(120)
    void whatIsNoRequestOfAModelReachesNobody() {
        assertThat(curl("sb-1", "https://api.openai.com/v1/files")).contains("method_refused");
        assertThat(curl("sb-1", "-d", "{}", "https://api.openai.com/v1/batches"))
                .contains("method_refused");
        assertThat(curl("sb-1", "-d", "{\"model\":1}", "https://api.openai.com/v1/chat/completions"))
                .contains("400");
        assertThat(curl(
                        "sb-1",
                        "-H",
                        "Content-Encoding: gzip",
                        "-d",
                        ASK.formatted("small", ""),
                        "https://api.openai.com/v1/chat/completions"))
                .contains("unreadable");
        assertThat(curl("sb-1", "-d", ASK.formatted("small", ""), "http://api.openai.com/v1/chat/completions"))
                .as("another way to the host")
                .contains("model_not_found");
        assertThat(curl(
                        "sb-1",
                        "--http1.1",
                        "-H",
                        "Connection: Upgrade",
                        "-H",
                        "Upgrade: websocket",
                        "-H",
                        "Sec-WebSocket-Version: 13",
                        "-H",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                        "https://api.openai.com/v1/realtime?model=small"))
                .contains("method_refused");
        assertThat(received).isEmpty();
    }

    @Test
    @Timeout(120)
    void theHostHasToBeGrantedAsWellAsTheModel() throws Exception {
        sandbox.putLease("sb-2", "{\"model.use\": [\"*\"]}");
        sandbox.putLease("sb-3", "{\"net.fetch\": [\"https://api.openai.com\"]}");
        sandbox.put("sb-4", """
                version: 1
                network_policies:
                  opaque:
                    endpoints:
                      - {host: api.openai.com, port: 443, protocol: tcp}
                """);
        assertThat(chat("sb-4", "small", ""))
                .as("a tunnel that cannot be opened")
                .contains("403");
        assertThat(chat("sb-2", "small", "")).contains("403");
        assertThat(chat("sb-3", "small", ""))
                .as("a grant of the whole host, whose tunnel is opened all the same")
                .contains("no_grant");
        assertThat(received).isEmpty();
    }

    @Test
    @Timeout(120)
    void rulesThatReadTheBodyAndRulesThatReadTheModelAreBothAsked() throws Exception {
        assertThat(sandbox.rig()
                        .admin()
                        .putGuardrails(Map.of("models.rego", """
                                package sallyport.guardrails

                                deny contains {"rule": "no-word", "message": "not this"} if {
                                    contains(input.net.body.text, "forbidden")
                                }

                                deny contains {"rule": "no-shell", "message": "no shell"} if "shell" in input.model.tools
                                """))
                        .status())
                .isEqualTo(200);
        assertThat(chat("sb-1", "small", "")).contains("three");
        assertThat(chat("sb-1", "small", ",\"user\":\"forbidden\"")).contains("no-word");
        assertThat(chat("sb-1", "small", ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"shell\"}}]"))
                .contains("no shell");
        assertThat(received).hasSize(1);
    }

    @Test
    @Timeout(120)
    void aRuleInReportModeThatReadsTheBodyIsRecordedAndRefusesNothing() throws Exception {
        sandbox.putLease("sb-5", LEASE.replace("USD:1.00", "USD:9999.00"));
        assertThat(sandbox.rig()
                        .admin()
                        .putGuardrails(Map.of("watched.rego", """
                                package sallyport.guardrails

                                deny contains {"rule": "watched", "message": "m", "mode": "report"} if {
                                    contains(input.net.body.text, "looked at")
                                }
                                """))
                        .status())
                .isEqualTo(200);
        assertThat(chat("sb-5", "small", "")).contains("three");
        assertThat(chat("sb-5", "small", ",\"user\":\"looked at\"")).contains("three");
        assertThat(chat("sb-5", "other", ",\"user\":\"looked at\"")).contains("no_grant");
        String tooLong = "x".repeat(1 << 20);
        Files.writeString(folder.resolve("long.json"), ASK.formatted("small", ",\"user\":\"" + tooLong + "\""));
        assertThat(curl(
                        "sb-5",
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        "@long.json",
                        "https://api.openai.com/v1/chat/completions"))
                .contains("three");
        assertThat(sandbox.rig().records("model"))
                .extracting(record -> record.path("would_deny").asBoolean() + " "
                        + record.path("rule").asString("-"))
                .satisfies(rules -> assertThat(rules.get(0)).startsWith("false"))
                .satisfies(rules -> assertThat(rules.get(1)).isEqualTo("true guardrails:watched"))
                .satisfies(rules -> assertThat(rules.get(3)).isEqualTo("true guardrails:unreadable"));
        assertThat(received).hasSize(3);
    }

    @Test
    @Timeout(120)
    void secretsThatAreOnlyReportedStandInTheRecordOfTheModel() throws Exception {
        sandbox.putLease("sb-6", LEASE.replace("USD:1.00", "USD:9999.00"));
        assertThat(chat("sb-6", "small", "")).contains("three");
        assertThat(chat("sb-6", "small", ",\"user\":\"" + TOKEN + "\"")).contains("three");
        assertThat(chat("sb-6", "other", ",\"user\":\"" + TOKEN + "\""))
                .as("the refusal of the model, whose record says it too")
                .contains("no_grant");
        assertThat(curl("sb-6", "-H", "X-Note: " + TOKEN, "https://api.openai.com/v1/models"))
                .contains("200");
        assertThat(curl("sb-6", "https://api.openai.com/v1/models/" + TOKEN)).contains("\"error\"");
        assertThat(sandbox.rig().records("model"))
                .extracting(record -> record.path("findings")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList())
                .containsExactly(
                        List.of(),
                        List.of("token:github-token@body"),
                        List.of("token:github-token@body"),
                        List.of("token:github-token@header"),
                        List.of("token:github-token@path"));
        assertThat(sandbox.rig().records("model").toString()).doesNotContain(TOKEN);
    }

    @Test
    @Timeout(120)
    void thePackageOfOpenAiNeedsNoBaseUrl() throws Exception {
        Files.writeString(folder.resolve("client.py"), """
                import openai
                client = openai.OpenAI(api_key="sandbox-own-key", max_retries=0)
                ASK = [{"role": "user", "content": "count"}]
                print(client.chat.completions.create(model="small", messages=ASK).choices[0].message.content)
                try:
                    client.chat.completions.create(model="other", messages=ASK)
                except openai.PermissionDeniedError as refused:
                    print(refused.status_code)
                parts = client.chat.completions.create(model="small", messages=ASK, stream=True)
                print([part.choices[0].finish_reason for part in parts][-1])
                """);
        var ended = ends(sandbox.runAs("sb-1", PythonPackages.variables(), "python3", "client.py"));
        assertThat(ended.out().lines()).containsExactly("three", "403", "length");
        assertThat(received).allMatch(request -> ("Bearer " + KEY).equals(request.header("Authorization")));
        sandbox.hidesSecretsInFiles();
    }
}
