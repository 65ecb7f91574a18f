package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.NodePackages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy lsp} with the client library of VS Code, which plays an editor. */
class EditorClientTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration SOON = Duration.ofMinutes(2);

    private static final String HOSTS = """
            package sallyport.guardrails

            import data.sallyport.guardrails.helpers

            deny contains {"rule": "no-gist", "message": "gists are closed"} if {
            \tinput.net.host == "gist.github.com"
            \thelpers.writes
            }

            obligations contains {"intercept": true} if not startswith(input.net.scheme, "tcp")
            """;

    private static final String HELPERS = """
            package sallyport.guardrails.helpers

            writes if input.net.method in {"POST", "PUT"}
            """;

    private static final Map<String, JsonNode> STEPS = new HashMap<>();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void edit() throws IOException {
        Files.createDirectories(folder.resolve("guardrails"));
        Files.writeString(folder.resolve("guardrails/hosts.rego"), HOSTS);
        Files.writeString(folder.resolve("guardrails/helpers.rego"), HELPERS);
        Path script = folder.resolve("editor.js");
        try (InputStream in = EditorClientTest.class.getResourceAsStream("/io/sallyport/cli/policy/lsp/editor.js")) {
            Files.write(script, Objects.requireNonNull(in).readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of(require("node").toString(), script.toString()));
        command.addAll(GatewayJvm.loggingCommand("policy", "lsp"));
        Client.Ended result = Client.run(folder, NodePackages.ofEditors(), SOON, command);
        assertThat(result.exit()).as(result.toString()).isZero();
        result.out()
                .lines()
                .map(JSON::readTree)
                .forEach(line -> STEPS.put(line.get("step").asString(), line.get("value")));
    }

    private static JsonNode step(String name) {
        return Objects.requireNonNull(STEPS.get(name), name);
    }

    @Test
    void theClientChoosesInWhatPositionsAreCounted() {
        assertThat(step("encoding").asString()).isEqualTo("utf-16");
    }

    @Test
    void aTypingErrorInUnsavedRegoIsUnderlined() {
        JsonNode found = step("typo").get(0);
        assertThat(found.get("message").asString()).contains("input.net.hots").contains("help: write input.net.host");
        assertThat(found.get("code").asString()).isEqualTo("rego_type_error");
        assertThat(found.at("/range/start").toString()).isEqualTo("{\"line\":5,\"character\":1}");
        assertThat(found.at("/range/end/character").asInt()).isEqualTo(15);
    }

    @Test
    void theNewestTextWins() {
        assertThat(step("while typing")).isEmpty();
    }

    @Test
    void charactersBeyondTheBasicPlaneCountTwice() {
        assertThat(step("wide").get(0).at("/range/start/character").asInt())
                .isEqualTo("deny contains {\"rule\": \"🚪\", \"message\": \"x\"} if ".length());
    }

    @Test
    void aFieldOfTheInputIsDescribed() {
        assertThat(step("hover field").at("/contents/value").asString())
                .contains("`input.net.host`: string")
                .contains("without a port; also an address")
                .contains("lower-case ASCII");
    }

    @Test
    void aFunctionShowsItsTypes() {
        assertThat(step("hover function").at("/contents/value").asString())
                .contains("startswith(search: string, base: string) -> boolean");
    }

    @Test
    void aRuleIsFoundInAnotherFile() {
        assertThat(step("definition").get(0).get("uri").asString()).endsWith("/guardrails/helpers.rego");
        assertThat(step("definition").get(0).at("/range/start/line").asInt()).isEqualTo(2);
    }

    @Test
    void fieldsOfTheInputAreCompleted() {
        assertThat(labels("completion")).containsExactly("scheme");
    }

    @Test
    void regoIsFormattedAsTheCommandDoes() {
        assertThat(step("formatting").get(0).get("newText").asString()).isEqualTo(HOSTS);
    }

    @Test
    void aNetworkPolicyIsCheckedAndItsKeysAreCompleted() {
        JsonNode found = step("policy")
                .valueStream()
                .filter(each -> each.get("code").asString().equals("UNKNOWN_KEY"))
                .findFirst()
                .orElseThrow();
        assertThat(found.get("message").asString())
                .contains("\"prot\" is no key")
                .contains("help: ");
        assertThat(found.at("/range/start/line").asInt()).isEqualTo(5);
        assertThat(labels("policy keys")).contains("protocol").doesNotContain("host");
        assertThat(step("policy hover").at("/contents/value").asString()).startsWith("`host`");
    }

    @Test
    void aLeaseIsChecked() {
        assertThat(step("lease").get(0).at("/range/start/line").asInt()).isEqualTo(1);
    }

    @Test
    void theServerEndsWithTheSession() {
        assertThat(step("exit").asInt()).isZero();
    }

    private static List<String> labels(String step) {
        JsonNode items = step(step);
        List<String> labels = new ArrayList<>();
        items.forEach(item -> labels.add(item.get("label").asString()));
        return labels;
    }
}
