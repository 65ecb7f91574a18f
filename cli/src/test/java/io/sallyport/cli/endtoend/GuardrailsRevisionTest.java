package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From the record of a request to the bundle of guardrails that judged it. */
class GuardrailsRevisionTest {
    private static final String URL = "http://yes.test/";
    private static final String REGO = """
            package sallyport.guardrails

            deny contains {"rule": "no-put", "message": "no uploads"} if input.net.method == "PUT"
            """;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve("rego")).resolve("a.rego"), REGO);
    }

    @Test
    void aRecordLeadsToTheEpochTheDigestAndTheRevision() throws Exception {
        require("curl");
        build("r-1");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test:80", origin.hostPort()), "guardrails: bundle.tar.gz")) {
            Map<String, String> variables = rig.grant(Rig.SB, URL + "**");
            assertThat(rig.curl(variables, "-X", "PUT", URL)).startsWith("403");
            leads(rig, variables, 1, "r-1");

            build("r-2");
            rig.restart();
            variables = rig.rebased(variables);
            assertThat(rig.curl(variables, URL)).startsWith("200");
            leads(rig, variables, 2, "r-2");
            assertThat(rig.admin().guardrailsHistory().body().path("history"))
                    .extracting(past -> past.path("revision").asString())
                    .containsExactly("r-2", "r-1");

            rig.restart();
            variables = rig.rebased(variables);
            assertThat(rig.curl(variables, URL)).startsWith("200");
            leads(rig, variables, 2, "r-2");
        }
    }

    /**
     * The same of the last request, of a question, of what the sandbox is told, of the API and of the record of the
     * start.
     */
    private static void leads(Rig rig, Map<String, String> variables, int epoch, String revision) throws IOException {
        isJudgedBy(rig.lastRequest(), epoch, revision);
        rig.run(variables, "curl", "-s", "--data", "{\"tool\": \"x\"}", "http://sallyport.internal/v1/check");
        isJudgedBy(rig.records("tool").getLast(), epoch, revision);

        JsonNode view =
                rig.admin().send("GET", "/v1/guardrails", null, Map.of()).body();
        assertThat(view.path("epoch").asInt()).isEqualTo(epoch);
        assertThat(view.path("revision").asString()).isEqualTo(revision);

        String digest = view.path("digest").asString();
        String whoami = rig.answer(variables, "http://sallyport.internal/v1/whoami");
        assertThat(JsonMapper.shared().readTree(whoami.substring(4)).path("guardrails"))
                .hasToString("{\"epoch\":%d,\"digest\":\"%s\",\"revision\":\"%s\"}".formatted(epoch, digest, revision));

        JsonNode start = rig.records("policy").stream()
                .filter(record -> record.path("rule").asString().equals("source:start"))
                .toList()
                .getLast();
        assertThat(start.path("detail").asString())
                .isEqualTo("epoch " + epoch + ", digest " + digest + ", revision " + revision);
    }

    private static void isJudgedBy(JsonNode record, int epoch, String revision) {
        assertThat(record.path("guardrails_epoch").asInt()).isEqualTo(epoch);
        assertThat(record.path("guardrails_revision").asString()).isEqualTo(revision);
    }

    private void build(String revision) {
        Client.Ended ended = CommandInProcess.run(
                "policy",
                "build",
                "--guardrails-only",
                "--guardrails",
                folder.resolve("rego").toString(),
                "--revision",
                revision,
                "-o",
                folder.resolve("bundle.tar.gz").toString());
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    }
}
