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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rates of tokens and of requests at the endpoint of models, as {@code inference.rates} attaches them. */
class ModelRatesTest {
    private static final String CONFIGURATION = """
            rates:
              tokens: {tokens: 5000, per: 1h, by: [sandbox]}
              calls: {requests: 20, per: 1h, by: [sandbox, model]}
            inference:
              rates: [tokens, calls]
              backends:
                near: {api: openai, url: "https://near.test", location: local}
                claude: {api: anthropic, url: "https://near.test", location: local}
            """;

    @TempDir
    Path folder = Path.of("");

    private CredentialSandbox sandbox = unset();

    @BeforeEach
    void start() throws Exception {
        require("curl");
        sandbox = CredentialSandbox.start(folder, ModelRatesTest::answer, Map.of(), CONFIGURATION, "near.test");
        for (String id : List.of("sb-1", "sb-2")) {
            sandbox.putLease(id, "{\"model.use\": [\"*\"]}");
        }
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    /** Of a model whose name is a number, that many tokens. */
    private static Answer answer(ReceivedRequest request) {
        String model = request.body().text().replaceAll("(?s).*\"model\":\"([a-z0-9]+)\".*", "$1");
        return switch (model) {
            case "failing" -> new Answer.Whole(500, Map.of(), Bytes.of("{}"));
            case "refusing" -> new Answer.Whole(400, Map.of("content-type", "application/json"), Bytes.of("{}"));
            default -> Answer.bytes("application/json", Bytes.of("""
                    {"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
                     "finish_reason":"stop","message":{"role":"assistant","content":"hi"}}],
                     "usage":{"prompt_tokens":0,"completion_tokens":%s,"total_tokens":%s}}""".formatted(model, model)));
        };
    }

    private String ask(String id, String path, String model) {
        String body = "{\"model\":\"%s\",\"max_tokens\":1000,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"
                .formatted(model);
        return ends(sandbox.runAs(
                        id,
                        Map.of(),
                        "curl",
                        "-sS",
                        "-D-",
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        body,
                        "http://inference.sallyport.internal" + path))
                .out();
    }

    private String chat(String id, String model) {
        return ask(id, "/v1/chat/completions", model);
    }

    @Test
    @Timeout(120)
    void aSandboxThatHasUsedItsTokensWaitsAndIsToldSoInTheFormOfItsApi() throws Exception {
        for (int i = 0; i < 6; i++) {
            assertThat(chat("sb-1", "failing")).as("costs nothing").contains("500");
            assertThat(chat("sb-1", "refusing")).contains("400");
        }
        assertThat(chat("sb-1", "4000")).contains("200 OK");
        assertThat(chat("sb-1", "900")).as("by what is used, not what might be").contains("429");
        assertThat(chat("sb-2", "900")).as("another has tokens of its own").contains("200 OK");
        assertThat(chat("sb-1", "900"))
                .containsPattern("(?i)retry-after: [1-9][0-9]{0,3}\\b")
                .contains("x-should-retry: true")
                .contains("\"error\":{\"message\":")
                .contains("rate_limited");
        assertThat(ask("sb-1", "/v1/messages", "900"))
                .contains("429")
                .contains("\"type\":\"error\"")
                .contains("rate_limit_error");
        JsonNode record = Objects.requireNonNull(sandbox.rig().records("model").getLast());
        assertThat(record.path("rule").asString()).isEqualTo("rate:tokens");
        assertThat(record.path("reason").asString()).isEqualTo("rate_limited");
    }

    @Test
    @Timeout(120)
    void aCallIsOneOfTheRequestsOfTheBudget() throws Exception {
        sandbox.putLease("sb-3", "{\"model.use\": [\"*\"], \"cost.budget\": [\"requests:2\"]}");
        assertThat(chat("sb-3", "1")).contains("200 OK");
        assertThat(chat("sb-3", "1")).contains("200 OK");
        assertThat(chat("sb-3", "1")).contains("402").contains("budget_exhausted");
    }

    @Test
    @Timeout(120)
    void aRateByModelCountsEachModelApart() {
        for (int i = 0; i < 20; i++) {
            assertThat(chat("sb-1", "1")).contains("200 OK");
        }
        assertThat(chat("sb-1", "1")).contains("429");
        assertThat(chat("sb-1", "2")).contains("200 OK");
    }
}
