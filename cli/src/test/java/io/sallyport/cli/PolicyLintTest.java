package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas;
import io.sallyport.regoengine.value.RegoJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy lint} as a review of a policy's repository uses it. */
class PolicyLintTest extends CommandLineTest {
    private static final JsonMapper JSON = new JsonMapper();

    /** The schema that OASIS publishes with the standard. */
    private static final Path SARIF = Path.of("src/test/resources/sarif/sarif-schema-2.1.0.json");

    private static final String RELAY = "{\n  \"net.fetch\": [\"https://abc.ngrok.io/**\"]\n}\n";
    private static final String SHADOW = "{\"net.fetch\": [\"https://a.example.com/**\", \"https://a.example.com/b\"]}";

    private String lease(String text) throws IOException {
        return "--lease=" + write("my lease.json", text);
    }

    @Test
    void whatIsFineIsFine() throws IOException {
        assertThat(run("policy", "lint", lease("{\"net.fetch\": [\"https://a.example.com/**\"]}"), "--fail-on=warning"))
                .isZero();
        assertThat(out.toString()).isEqualTo("0 errors, 0 warnings\n");
    }

    @Test
    void failsOnTheSeverityThatIsAskedFor() throws IOException {
        assertThat(run("policy", "lint", lease(RELAY))).isEqualTo(ExitCodes.NO);
        assertThat(run("policy", "lint", lease(SHADOW))).isZero();
        assertThat(run("policy", "lint", lease(SHADOW), "--fail-on=warning")).isEqualTo(ExitCodes.NO);
    }

    @Test
    void whatDoesNotLoadIsUnusableInEveryFormat() throws IOException {
        for (String format : new String[] {"text", "json", "sarif"}) {
            out.getBuffer().setLength(0);
            assertThat(run("policy", "lint", lease("{\"net.fetch\": [\"foo\"]}"), "--format", format))
                    .isEqualTo(ExitCodes.UNUSABLE);
            assertThat(out.toString()).contains("BAD_PATTERN");
        }
    }

    @Test
    void wordsThatAreNoneAreRefused() throws IOException {
        assertThat(run("policy", "lint", lease(RELAY), "--format=xml")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "lint", lease(RELAY), "--fail-on=info")).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void theLogIsSarifThatNamesFileLineAndColumn() throws IOException {
        assertThat(run("policy", "lint", lease(RELAY), "--format=sarif")).isEqualTo(ExitCodes.NO);
        var fuel = new Fuel(500_000_000L, 1L << 30);
        assertThat(JsonSchemas.problems(
                        RegoJson.valueOf(out.toString()), RegoJson.valueOf(Files.readString(SARIF)), fuel))
                .isEmpty();
        JsonNode result = JSON.readTree(out.toString()).at("/runs/0/results/0");
        assertThat(result.path("ruleId").asString()).isEqualTo("RELAY_HOST");
        JsonNode at = result.at("/locations/0/physicalLocation");
        assertThat(at.at("/artifactLocation/uri").asString()).endsWith("/my%20lease.json");
        assertThat(at.at("/region/startLine").asInt()).isEqualTo(2);
        assertThat(at.at("/region/startColumn").asInt()).isEqualTo(18);
    }

    @Test
    void theSchemaRefusesWhatIsNoSarif() throws IOException {
        assertThat(JsonSchemas.problems(
                        RegoJson.valueOf("{\"version\": \"2.1.0\", \"runs\": [{}]}"),
                        RegoJson.valueOf(Files.readString(SARIF)),
                        new Fuel(500_000_000L, 1L << 30)))
                .isNotEmpty();
    }

    @Test
    void theWordsOfJsonAreThoseOfTheCheck() throws IOException {
        run("policy", "lint", lease(RELAY), "--format=json");
        JsonNode found = JSON.readTree(out.toString()).at("/diagnostics/0");
        assertThat(found.path("severity").asString()).isEqualTo("error");
        assertThat(found.path("file").asString()).isEqualTo("lease");
        assertThat(found.path("line").asInt()).isEqualTo(2);
    }

    @Test
    void partsOfAFileAreFoundWhereTheyStandInIt() throws IOException {
        run("policy", "lint", lease("{\n \"lease\":\n  {\"net.fetch\": [\"https://abc.ngrok.io/**\"]}}"));
        assertThat(out.toString()).startsWith("my lease.json:3:19: error RELAY_HOST: ");
    }

    @Test
    void rulesInReportModeAreFoundToo() throws IOException {
        String rego = """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m", "mode": "report"} if 1 in {2}
                """;
        run("policy", "lint", write("g.rego", rego).toString());
        assertThat(out.toString()).contains("NEVER_HOLDS");
    }

    @Test
    void rulesOverInputAndListsThatHoldSometimesAreNotFound() throws IOException {
        String rego = """
                package sallyport.guardrails

                deny contains {"rule": "a", "message": "m"} if input.net.host == "a.example"

                deny contains {"rule": "b", "message": "m"} if closed

                closed if input.net.host in data.lists.closed
                """;
        int code = run(
                "policy",
                "lint",
                write("g.rego", rego).toString(),
                "--data",
                write("l.json", "{\"closed\": [\"b.example\"]}").toString(),
                "--fail-on=warning");
        assertThat(out.toString()).isEqualTo("0 errors, 0 warnings\n");
        assertThat(code).isZero();
    }
}
