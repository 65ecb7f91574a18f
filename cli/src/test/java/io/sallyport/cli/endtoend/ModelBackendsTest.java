package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.Unset.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.ReceivedRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Which backend answers, what it costs, and what hostile backends get: the record of each request says it. */
class ModelBackendsTest {
    private static final String NEAR = "near-realKeyOfTheNearBackend0123456789";
    private static final String FAR = "far-realKeyOfTheFarBackend0123456789";

    private static final String CONFIGURATION = """
            providers:
              near:
                secret: {file: secrets/near}
                endpoints: ["https://near.test"]
                inject: {header: Authorization, before: "Bearer "}
              far:
                secret: {file: secrets/far}
                endpoints: ["https://far.test"]
                inject: {header: Authorization, before: "Bearer "}
              elsewhere:
                secret: {file: secrets/far}
                endpoints: ["https://far.test/only"]
                inject: {header: Authorization, before: "Bearer "}
            inference:
              first_token_timeout: 2s
              backends:
                near: {api: openai, url: "https://near.test", provider: near, location: local}
                far: {api: openai, url: "https://far.test", provider: far, labels: {cleared: "yes"}}
                bound: {api: openai, url: "https://far.test", provider: elsewhere, models: {bound: bound}}
              prices:
                "*": {currency: USD, input: "1000", output: "1000"}
            """;

    @TempDir
    Path folder = Path.of("");

    private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();
    private CredentialSandbox sandbox = unset();

    @BeforeEach
    void start() throws Exception {
        require("curl");
        sandbox = CredentialSandbox.start(
                folder,
                this::answer,
                Map.of("secrets/near", NEAR, "secrets/far", FAR),
                CONFIGURATION,
                "near.test",
                "far.test",
                "evil.test");
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    /** The near backend does what the name of the model says. */
    private Answer answer(ReceivedRequest request) {
        received.add(request);
        String body = request.body().text();
        if (!"near.test".equals(request.header("Host"))) {
            return body.contains("\"stream\":true") ? stream("far") : completion("far");
        }
        String model = body.replaceAll("(?s).*\"model\":\"([a-z]+)\".*", "$1");
        return switch (model) {
            case "failing" -> new Answer.Whole(503, Map.of("x-echo", NEAR), Bytes.of("{}"));
            case "limited" -> new Answer.Whole(429, Map.of("retry-after", "1"), Bytes.of("{}"));
            case "closing" -> new Answer.Close();
            case "silent" -> new Answer.Silence();
            case "sending" -> Answer.redirect("https://evil.test/take?key=" + NEAR);
            case "cut" ->
                new Answer.Raw(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"id\":",
                        true);
            case "refusing" ->
                new Answer.Whole(
                        400,
                        Map.of("content-type", "application/json", "x-request-id", NEAR),
                        Bytes.of("{\"error\":{\"message\":\"bad key " + NEAR + "\"}}"));
            case "talking" -> stream(NEAR + " " + "word ".repeat(4_000));
            default -> body.contains("\"stream\":true") ? stream("near") : completion("near");
        };
    }

    private static Answer completion(String text) {
        return Answer.bytes("application/json", Bytes.of("""
                {"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
                 "finish_reason":"stop","message":{"role":"assistant","content":"from %s"}}],
                 "usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30,
                 "prompt_tokens_details":{"cached_tokens":4}}}""".formatted(text)));
    }

    /** One event for each word. */
    private static Answer stream(String text) {
        String events = List.of(text.split(" ")).stream()
                .map(word -> "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
                        + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + word + " \"}}]}\n\n")
                .collect(Collectors.joining());
        return new Answer.Raw(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + events
                        + "data: [DONE]\n\n",
                true);
    }

    private String chat(String id, String model, String more) {
        String body =
                "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]%s}".formatted(model, more);
        var ended = ends(sandbox.runAs(
                id,
                Map.of(),
                "curl",
                "-sS",
                "-D-",
                "-H",
                "Authorization: Bearer of-the-sandbox",
                "-H",
                "Content-Type: application/json",
                "-d",
                body,
                "http://inference.sallyport.internal/v1/chat/completions"));
        sandbox.hidesSecrets("a client", ended.out() + ended.err());
        return ended.out();
    }

    private JsonNode last(String kind) throws Exception {
        List<JsonNode> records = sandbox.rig().records(kind);
        while (records.isEmpty()) {
            Thread.onSpinWait(); // the end of a stream is written after its last byte has gone
            records = sandbox.rig().records(kind);
        }
        return Objects.requireNonNull(records.getLast());
    }

    private static String attempts(JsonNode record) {
        var said = new StringBuilder();
        for (JsonNode attempt : record.path("attempts")) {
            said.append(attempt.path("provider").asString())
                    .append(' ')
                    .append(attempt.path("reason").asString())
                    .append(' ')
                    .append(attempt.path("status").asInt());
        }
        return said.toString();
    }

    @Test
    @Timeout(120)
    void whatTheLocalBackendCannotAnswerGoesToTheRemoteOneWhereTheSandboxIsCleared() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"*\"]}", "--label=cleared=yes");
        assertThat(chat("sb-1", "good", "")).contains("from near");
        assertThat(last("model").path("route").asString()).isEqualTo("local");
        for (var each : Map.of(
                        "failing", "near upstream_refused 503",
                        "limited", "near upstream_refused 429",
                        "closing", "near upstream_closed 0",
                        "cut", "near upstream_closed 200",
                        "sending", "near upstream_refused 302")
                .entrySet()) {
            assertThat(chat("sb-1", each.getKey(), "")).contains("200 OK").contains("from far");
            assertThat(attempts(last("model"))).isEqualTo(each.getValue());
            assertThat(last("model").path("route").asString()).isEqualTo("failover");
            assertThat(last("model").path("provider").asString()).isEqualTo("far");
        }
        assertThat(chat("sb-1", "silent", ",\"stream\":true")).contains("far").contains("[DONE]");
        assertThat(attempts(last("model"))).isEqualTo("near connect_timeout 0");
        assertThat(received).noneMatch(request -> "evil.test".equals(request.header("Host")));
        sandbox.hidesSecretsInFiles();
    }

    private List<String> asked(String model) {
        return received.stream()
                .filter(request -> request.body().text().contains("\"" + model + "\""))
                .map(request -> String.valueOf(request.header("Host")))
                .toList();
    }

    @Test
    @Timeout(120)
    void oneConnectionServesCallAfterCallOfOneSandbox() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"*\"]}");
        sandbox.putLease("sb-2", "{\"model.use\": [\"*\"]}");
        for (int i = 0; i < 3; i++) {
            assertThat(chat("sb-1", "good", "")).contains("from near");
        }
        assertThat(received).extracting(ReceivedRequest::connection).containsOnly(1);
        assertThat(chat("sb-2", "good", "")).contains("from near");
        assertThat(received.getLast().connection()).isEqualTo(2);
    }

    @Test
    @Timeout(120)
    void aCallIsSentAgainOnceAndOnlyWhereAKeptConnectionEndedBeforeTheFirstByte() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"*\"]}");
        assertThat(chat("sb-1", "closing", "")).contains("upstream_closed");
        assertThat(asked("closing")).as("on a connection of its own").hasSize(1);
        assertThat(chat("sb-1", "good", "")).contains("from near");
        assertThat(chat("sb-1", "closing", "")).contains("upstream_closed");
        assertThat(asked("closing")).as("on a kept one, and once on another").hasSize(3);
        assertThat(chat("sb-1", "good", "")).contains("from near");
        assertThat(chat("sb-1", "cut", "")).contains("upstream_closed");
        assertThat(asked("cut")).as("after bytes of an answer").hasSize(1);
    }

    @Test
    @Timeout(120)
    void whoIsNotClearedStaysWithTheLocalBackendAndIsToldWhatItSays() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"*\"]}");
        assertThat(chat("sb-1", "failing", "")).contains("503");
        assertThat(chat("sb-1", "refusing", "")).contains("400 Bad Request").contains("bad key ****");
        assertThat(chat("sb-1", "sending", ""))
                .contains("502")
                .contains("upstream_refused")
                .doesNotContain("evil");
        assertThat(chat("sb-1", "bound", "")).contains("from near");
        assertThat(received).allMatch(request -> "near.test".equals(request.header("Host")));
        assertThat(received).allMatch(request -> ("Bearer " + NEAR).equals(request.header("Authorization")));
        assertThat(sandbox.rig().records("model").toString()).doesNotContain("of-the-sandbox");
        sandbox.hidesSecretsInFiles();
    }

    @Test
    @Timeout(120)
    void aCallCostsWhatItsAnswerSaysAndNoMoreThanThereIs() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"*\"], \"cost.budget\": [\"USD:1.00\"]}");
        sandbox.putLease("sb-2", "{\"model.use\": [\"*\"], \"cost.budget\": [\"USD:1.00\"]}");
        assertThat(chat("sb-1", "good", ",\"max_tokens\":5000")).contains("from near");
        int most =
                Integer.parseInt(received.getLast().body().text().replaceAll("(?s).*\"max_tokens\":([0-9]+).*", "$1"));
        assertThat(most).as("lowered to what a dollar pays for").isBetween(800, 999);
        JsonNode record = last("model");
        assertThat(record.path("input_tokens").asInt()).isEqualTo(10);
        assertThat(record.path("output_tokens").asInt()).isEqualTo(20);
        assertThat(record.path("cached_tokens").asInt()).isEqualTo(4);
        assertThat(record.path("cost").path("USD").asString()).isEqualTo("0.03");
        assertThat(record.path("credentials").toString()).isEqualTo("[\"near\"]");
        String cut = chat("sb-1", "talking", ",\"stream\":true,\"max_tokens\":10");
        assertThat(cut).contains("\"finish_reason\":\"length\"").contains("[DONE]");
        assertThat(last("end").path("reason").asString()).isEqualTo("budget_exhausted");
        assertThat(chat("sb-1", "good", "")).contains("402").contains("budget_exhausted");
        assertThat(chat("sb-2", "good", "")).as("another's budget is its own").contains("from near");
        sandbox.hidesSecretsInFiles();
    }
}
