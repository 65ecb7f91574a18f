package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The configuration, the lease and the guardrails of the guide about models. */
class InferenceGuideTest {
    private static final String KEY = "sk-proj-realKeyOfOpenAi0123456789";

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path folder = Path.of("");

    private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();

    private static String block(String name) throws IOException {
        String guide = Files.readString(Path.of("../docs/inference.md"));
        var found = Pattern.compile("<!-- " + name + " -->\n```[a-z]+\n(.*?)```", Pattern.DOTALL)
                .matcher(guide);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    private Answer answer(ReceivedRequest request) {
        received.add(request);
        return Answer.bytes("application/json", Bytes.of("""
                {"id":"c1","object":"chat.completion","created":1,"model":"gpt-small","choices":[{"index":0,
                 "finish_reason":"stop","message":{"role":"assistant","content":"hello"}}],
                 "usage":{"prompt_tokens":1000,"completion_tokens":1000,"total_tokens":2000}}"""));
    }

    private String chat(CredentialSandbox sandbox, String id, String model, String more) {
        String body =
                "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]%s}".formatted(model, more);
        return ends(sandbox.runAs(
                        id,
                        Map.of(),
                        "curl",
                        "-sS",
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        body,
                        "http://inference.sallyport.internal/v1/chat/completions"))
                .out();
    }

    @Test
    void answersTheModelThatIsGrantedWithinItsBudgetAndItsGuardrails() throws Exception {
        require("curl");
        try (var sandbox = CredentialSandbox.start(
                folder, this::answer, Map.of("secrets/openai", KEY), block("gateway"), "api.openai.com")) {
            sandbox.putLease("sb-1", block("lease"));
            sandbox.putLease("sb-2", block("lease"), "--label=data=sensitive");
            assertThat(chat(sandbox, "sb-1", "small", "")).contains("\"content\":\"hello\"");
            assertThat(received.getLast().header("Authorization")).isEqualTo("Bearer " + KEY);
            var record = sandbox.rig().records("model").getLast();
            assertThat(record.path("cost").path("USD").asString()).isEqualTo("0.00225");
            assertThat(chat(sandbox, "sb-1", "other", ""))
                    .startsWith("{\"error\":{\"message\":\"no grant of this sandbox covers the request (")
                    .contains("\"type\":\"permission_error\"");
            assertThat(sandbox.rig()
                            .admin()
                            .putGuardrails(Map.of("models.rego", block("guardrails")))
                            .status())
                    .isEqualTo(200);
            assertThat(chat(sandbox, "sb-1", "small", "")).contains("\"content\":\"hello\"");
            assertThat(chat(sandbox, "sb-2", "small", "")).contains("sensitive work stays on local models");
            String shell = ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"shell\"}}]";
            assertThat(chat(sandbox, "sb-1", "small", shell)).contains("models are not offered a shell");
            assertThat(received).hasSize(2);
            assertThat(sandbox.rig().records("model"))
                    .extracting(each -> each.path("rule").asString())
                    .contains("lease:model.use[0]", "guardrails:stay-local", "guardrails:no-shell");
        }
    }

    @Test
    void ratesOfTokensAreInForceAsTheGuideSays() throws Exception {
        require("curl");
        String backend = "  backends: {local: {api: openai, url: \"https://api.openai.com\", location: local}}\n";
        try (var sandbox = CredentialSandbox.start(
                folder, this::answer, Map.of(), block("rates").replace("1m", "1h") + backend, "api.openai.com")) {
            sandbox.putLease("sb-1", block("lease"));
            assertThat(chat(sandbox, "sb-1", "small", ",\"max_tokens\":200000")).contains("\"content\":\"hello\"");
            assertThat(chat(sandbox, "sb-1", "small", ",\"max_tokens\":200000"))
                    .as("larger than a bucket that is not full")
                    .contains("rate_limited");
            assertThat(chat(sandbox, "sb-1", "small", "")).contains("\"content\":\"hello\"");
        }
    }

    @Test
    void promptsAreRecordedAsTheGuideSays() throws Exception {
        require("curl");
        String backend = "  backends: {local: {api: openai, url: \"https://api.openai.com\", location: local}}\n";
        try (var sandbox =
                CredentialSandbox.start(folder, this::answer, Map.of(), block("prompts") + backend, "api.openai.com")) {
            sandbox.putLease("sb-1", block("lease"));
            String token = "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";
            String messages = "[{\"role\":\"system\",\"content\":\"count\"},"
                    + "{\"role\":\"user\",\"content\":\"mine is " + token + "\"}]";
            ends(sandbox.runAs(
                    "sb-1",
                    Map.of(),
                    "curl",
                    "-sS",
                    "-d",
                    "{\"model\":\"small\",\"messages\":" + messages + "}",
                    "http://inference.sallyport.internal/v1/chat/completions"));
            JsonNode said = JSON.readTree(block("prompt"));
            JsonNode record = sandbox.rig().records("model").getLast();
            said.propertyNames().forEach(name -> assertThat(record.path(name)).isEqualTo(said.path(name)));
        }
    }
}
