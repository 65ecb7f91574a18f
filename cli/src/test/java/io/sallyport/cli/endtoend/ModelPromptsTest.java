package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.Unset.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the records of models say of prompts, and what the setting {@code findings} does about them. */
class ModelPromptsTest {
    private static final String KEY = "sk-proj-realKeyOfOpenAi0123456789";
    private static final String CANARY = "the heron is grey since 1907";

    /** GitHub's public example of its format. */
    private static final String TOKEN = "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";

    private static final String OWN_NAME = "http://inference.sallyport.internal/v1/chat/completions";
    private static final String HOST = "https://api.openai.com/v1/chat/completions";

    @TempDir
    Path folder = Path.of("");

    private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();
    private CredentialSandbox sandbox = unset();

    private void start(String mode, int promptBytes) throws Exception {
        require("curl");
        sandbox = CredentialSandbox.start(
                folder,
                request -> {
                    received.add(request);
                    return Answer.bytes("application/json", Bytes.of("""
                            {"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
                             "finish_reason":"stop","message":{"role":"assistant","content":"three"}}],
                             "usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30}}"""));
                },
                Map.of("secrets/openai", KEY, "secrets/canary", CANARY),
                """
                        providers:
                          openai:
                            secret: {file: secrets/openai}
                            endpoints: ["https://api.openai.com"]
                            inject: {header: Authorization, before: "Bearer "}
                        findings: {mode: %s, bodies: true, canaries: {heron: file:secrets/canary}}
                        inference:
                          recorded_prompt_bytes: %d
                          backends:
                            openai: {api: openai, url: "https://api.openai.com", provider: openai, intercept: true}
                        """.formatted(mode, promptBytes),
                "api.openai.com");
        sandbox.putLease("sb-1", "{\"net.fetch\": [\"https://api.openai.com/**\"], \"model.use\": [\"*\"]}");
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private String curl(String... more) {
        var command = new ArrayList<>(List.of("curl", "-sS", "-D-", "-H", "Content-Type: application/json"));
        command.addAll(List.of(more));
        var run = sandbox.runAs("sb-1", Map.of(), command.toArray(String[]::new));
        return run.out() + run.err();
    }

    /** Asks with that user's text, as JSON has it. */
    private String ask(String url, String text) throws Exception {
        Files.writeString(
                folder.resolve("ask.json"),
                "{\"model\":\"small\",\"messages\":[{\"role\":\"system\",\"content\":\"count\"},"
                        + "{\"role\":\"user\",\"content\":\"" + text + "\"}]}");
        return curl("-d", "@ask.json", url);
    }

    private List<String> recorded(String member) throws Exception {
        return sandbox.rig().records("model").stream()
                .map(record -> record.path(member).toString())
                .toList();
    }

    @Test
    @Timeout(120)
    void theRecordHasThePromptOfBothWaysWithoutSecrets() throws Exception {
        start("off", 1_000);
        assertThat(curl("http://sallyport.internal/v1/whoami")).contains("\"prompts_recorded\":true");
        String base64 = Base64.getEncoder().encodeToString(("x" + TOKEN).getBytes(StandardCharsets.UTF_8));
        for (String url : List.of(OWN_NAME, HOST)) {
            assertThat(ask(url, "to three")).contains("three");
            for (String secret : List.of(TOKEN, "\\u0067" + TOKEN.substring(1), base64, CANARY, KEY)) {
                assertThat(ask(url, "mine is " + secret)).contains("three");
            }
        }
        String plain = "[{\"role\":\"system\",\"text\":\"count\"},{\"role\":\"user\",\"text\":\"to three\"}]";
        String hidden = "[{\"role\":\"system\",\"text\":\"count\"},{\"role\":\"user\",\"redacted\":true}]";
        assertThat(recorded("prompt"))
                .containsExactly(
                        plain, hidden, hidden, hidden, hidden, hidden, plain, hidden, hidden, hidden, hidden, hidden);
        assertThat(recorded("prompt_bytes")).startsWith("13", "53", "53", "69");
        assertThat(sandbox.rig().records("model").toString()).doesNotContain(TOKEN, base64, CANARY);
        sandbox.hidesSecretsInFiles();
    }

    @Test
    @Timeout(120)
    void placeholdersOfAnySandboxAreNotRecorded() throws Exception {
        start("off", 1_000);
        for (String one : List.of(
                "openshell:resolve:env:OPENAI",
                "ghp-OPENSHELL-RESOLVE-ENV-KEY",
                "sk-SallyportPlaceholderId5kQ0eRtY2uIoPa",
                "SallyportPlaceholder\\u0049d5kQ0eRtY2uIoPa")) {
            assertThat(ask(OWN_NAME, "use " + one)).contains("three");
        }
        assertThat(recorded("prompt")).hasSize(4).allMatch(said -> said.contains("\"redacted\":true"));
    }

    @Test
    @Timeout(120)
    void whatIsTooLargeOrUnreadableIsLeftOutAndALongTextIsCut() throws Exception {
        start("off", 200);
        assertThat(ask(OWN_NAME, "\\ud83d\\ude00 \\u0007 \\\"seq\\\":1}\\n{\\\"v\\\":1 " + "x".repeat(500)))
                .contains("three");
        assertThat(ask(OWN_NAME, "x".repeat(1 << 20))).contains("three");
        assertThat(ask(OWN_NAME, "\"")).contains("400");
        assertThat(ask(OWN_NAME, "half of a pair \\ud83d")).contains("400");
        JsonNode cut = sandbox.rig().records("model").getFirst();
        assertThat(cut.path("prompt").path(1).path("text").asString())
                .startsWith("\ud83d\ude00 \u0007 \"seq\":1}\n{\"v\":1 xxx");
        assertThat(cut.path("prompt").path(1).path("cut").asBoolean()).isTrue();
        assertThat(cut.path("prompt").toString()).hasSizeLessThan(200);
        assertThat(recorded("prompt_left_out"))
                .endsWith("\"body_too_large\"", "\"malformed_request\"", "\"malformed_request\"");
    }

    @Test
    @Timeout(120)
    void noRecordHasAPromptUnlessTheOperatorAsks() throws Exception {
        start("off", 0);
        assertThat(ask(OWN_NAME, "to three")).contains("three");
        assertThat(sandbox.rig().records("model").toString()).doesNotContain("prompt", "to three");
    }

    @Test
    @Timeout(120)
    void whatTheSettingFindsUnderTheOwnNameIsRefusedAsAtAHost() throws Exception {
        start("enforce", 1_000);
        for (String url : List.of(OWN_NAME, HOST)) {
            assertThat(ask(url, TOKEN)).contains("403", "secret_found");
            assertThat(ask(url, CANARY)).contains("403", "secret_found").doesNotContain("heron");
        }
        assertThat(ask(OWN_NAME, TOKEN)).contains("github-token in the body");
        assertThat(curl("-d", "{\"model\":\"" + TOKEN + "\",\"messages\":[]}", OWN_NAME))
                .contains("secret_found");
        assertThat(curl("-H", "X-Note: " + TOKEN, "http://inference.sallyport.internal/v1/models"))
                .contains("secret_found");
        assertThat(curl("http://inference.sallyport.internal/v1/models/" + TOKEN))
                .contains("secret_found");
        assertThat(ask(OWN_NAME, "x".repeat(1 << 20))).contains("413");
        assertThat(received).isEmpty();
        assertThat(ask(OWN_NAME, "to three")).contains("three");
        assertThat(recorded("findings")).contains("[\"token:github-token@body\"]", "[\"token:github-token@path\"]");
        assertThat(recorded("prompt_left_out")).contains("\"secret_found\"");
        assertThat(recorded("rule")).contains("\"findings\"");
        assertThat(sandbox.rig().records("model").toString()).doesNotContain(TOKEN, CANARY);
    }

    @Test
    @Timeout(120)
    void whatTheSettingOnlyReportsUnderTheOwnNameStandsInTheRecord() throws Exception {
        start("report", 1_000);
        assertThat(ask(OWN_NAME, TOKEN)).contains("three");
        assertThat(curl("-d", "{\"model\":\"" + TOKEN + "\",\"messages\":[]}", OWN_NAME))
                .contains("three");
        assertThat(recorded("findings"))
                .containsExactly("[\"token:github-token@body\"]", "[\"token:github-token@body\"]");
        assertThat(sandbox.rig().records("model").toString()).doesNotContain(TOKEN);
    }
}
