package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The decision API of a running service, over a real lease. */
class CheckTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String LEASE = """
            {"tool.call": ["web.*", "mcp:github/*"], "fs.read": ["/ws/**"], "fs.write": ["/ws/out/**"],
             "agent.delegate": ["pdf-renderer@*"], "x-vendor.acme.query": ["sales/*"],
             "net.fetch": ["https://yes.test/**"]}
            """;

    private static final String OWN = """
            package sallyport.sandbox

            deny contains {"rule": "no-eu", "message": "not the EU"} if input.action.target == "sales/eu"
            """;
    private static final String GUARDRAILS = """
            package sallyport.guardrails

            deny contains {"rule": "no-tools", "message": "closed"} if {
            	input.kind == "tool"
            	input.action.skill == "rust"
            }
            """;

    @TempDir
    Path folder = Path.of("");

    private static String ask(Rig rig, String question) throws IOException {
        return askAs(rig, Rig.SB.text(), question);
    }

    private static AdminClient.Reply reply(Rig rig, String question) throws IOException {
        return rig.admin().send("POST", "/v1/sandboxes/" + Rig.SB + "/check", JSON.readTree(question), Map.of());
    }

    private static Rig executing(Path folder, String lease) throws IOException, StartException {
        Rig rig = Rig.start(folder, Map.of());
        assertThat(rig.put(Rig.SB, Rig.raw(lease, null, Map.of())).status()).isEqualTo(201);
        assertThat(rig.admin().phase(Rig.SB, Phase.EXECUTION).status()).isEqualTo(200);
        return rig;
    }

    @Test
    void aLeaseGrantsWhatItNamesAndNothingElse() throws IOException, StartException {
        try (Rig rig = executing(folder, LEASE)) {
            assertThat(ask(rig, "{\"tool\": \"web.search\"}")).isEqualTo("200 granted lease:tool.call[0]");
            assertThat(ask(rig, "{\"tool\": \"mcp:github/create_issue\"}")).isEqualTo("200 granted lease:tool.call[1]");
            assertThat(ask(rig, "{\"tool\": \"WEB.search\"}")).isEqualTo("403 no_grant ");
            assertThat(ask(rig, "{\"tool\": \"web.search.more\"}")).isEqualTo("403 no_grant ");
            assertThat(ask(rig, "{\"agent\": \"pdf-renderer@1.2\"}")).isEqualTo("200 granted lease:agent.delegate[0]");
            assertThat(ask(rig, "{\"agent\": \"pdf-renderer\"}")).isEqualTo("403 no_grant ");
            assertThat(ask(rig, "{\"vendor\": {\"capability\": \"x-vendor.acme.query\", \"target\": \"sales/eu\"}}"))
                    .isEqualTo("200 granted lease:x-vendor.acme.query[0]");
            assertThat(ask(rig, "{\"operation\": \"list\", \"fs\": {\"path\": \"/ws\"}}"))
                    .isEqualTo("200 granted lease:fs.read[0]");
            assertThat(ask(rig, "{\"operation\": \"delete\", \"fs\": {\"path\": \"/ws/out/a\"}}"))
                    .isEqualTo("200 granted lease:fs.write[0]");
            assertThat(ask(rig, "{\"operation\": \"write\", \"fs\": {\"path\": \"/ws/a\"}}"))
                    .isEqualTo("403 no_grant ");
            assertThat(ask(rig, "{\"net\": {\"domain\": \"yes.test\"}}")).isEqualTo("200 granted lease:net.fetch[0]");
            assertThat(ask(rig, "{\"net\": {\"url\": \"https://no.test/\"}}")).isEqualTo("403 no_grant ");
            assertThat(ask(rig, "{\"model\": \"gpt-4o\"}"))
                    .as("a lease that names no model grants none")
                    .isEqualTo("403 no_grant ");
            JsonNode refused = reply(rig, "{\"tool\": \"web\"}").body();
            assertThat(refused.path("allowed").toString()).isEqualTo("[\"web.*\",\"mcp:github/*\"]");
        }
    }

    @Test
    void theGatewaysOwnFilesAreClosedWhateverIsGranted() throws IOException, StartException {
        try (Rig rig = executing(folder, "{\"fs.read\": [\"**\"], \"fs.write\": [\"**\"]}")) {
            String token = rig.state().toAbsolutePath().resolve("admin.token").toString();
            assertThat(ask(rig, "{\"operation\": \"read\", \"fs\": {\"path\": \"" + token + "\"}}"))
                    .isEqualTo("403 path_not_allowed ");
            assertThat(ask(rig, "{\"operation\": \"rename\", \"fs\": {\"path\": \"" + folder.toAbsolutePath() + "\"}}"))
                    .isEqualTo("403 path_not_allowed ");
            assertThat(ask(rig, "{\"operation\": \"read\", \"fs\": {\"path\": \"/ws/x\"}}"))
                    .isEqualTo("200 granted lease:fs.read[0]");
        }
    }

    @Test
    void thePhaseIsPlanningFirstAndSurvivesARestart() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            rig.put(Rig.SB, Rig.raw(LEASE, null, Map.of()));
            assertThat(ask(rig, "{\"tool\": \"web.search\"}")).isEqualTo("403 phase_violation ");
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            assertThat(ask(rig, "{\"tool\": \"web.search\"}")).isEqualTo("200 granted lease:tool.call[0]");
            rig.restart();
            assertThat(ask(rig, "{\"tool\": \"web.search\"}")).isEqualTo("200 granted lease:tool.call[0]");
            rig.admin().phase(Rig.SB, Phase.PLANNING);
            assertThat(ask(rig, "{\"tool\": \"web.search\"}")).isEqualTo("403 phase_violation ");
            rig.restart();
            assertThat(ask(rig, "{\"tool\": \"web.search\"}")).isEqualTo("403 phase_violation ");
        }
    }

    @Test
    void guardrailsAndTheSandboxesOwnRegoCanRefuse() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            rig.put(Rig.SB, Rig.raw(LEASE, null, Map.of("own.rego", OWN)));
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            rig.admin().putGuardrails(Map.of("g.rego", GUARDRAILS));
            assertThat(ask(rig, "{\"tool\": \"web.search\", \"skill_id\": \"rust\"}"))
                    .isEqualTo("403 guardrail guardrails:no-tools");
            assertThat(ask(rig, "{\"tool\": \"web.search\", \"skill_id\": \"go\"}"))
                    .isEqualTo("200 granted lease:tool.call[0]");
            assertThat(ask(rig, "{\"vendor\": {\"capability\": \"x-vendor.acme.query\", \"target\": \"sales/eu\"}}"))
                    .isEqualTo("403 guardrail sandbox:no-eu");
            assertThat(rig.records("tool", "vendor"))
                    .extracting(record -> record.path("reason").asString())
                    .isEqualTo(List.of("guardrail", "granted", "guardrail"));
        }
    }

    @Test
    void theSandboxAsksForItself() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of())) {
            Map<String, String> variables = Rig.variables(rig.put(Rig.SB, Rig.raw(LEASE, null, Map.of())));
            assertThat(curl(rig, variables, "{\"tool\": \"web.search\"}")).contains("\"reason\":\"phase_violation\"");
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            assertThat(curl(rig, variables, "[{\"tool\": \"web.search\"}, {\"tool\": \"rm\"}]"))
                    .startsWith("[{\"allow\":true,")
                    .contains("{\"allow\":false,", "\"reason\":\"no_grant\"");
            assertThat(rig.records("tool"))
                    .extracting(record -> record.path("security_event").asString())
                    .containsExactly("phase_violation", "allowed", "permission_denied");
        }
    }

    private static String curl(Rig rig, Map<String, String> variables, String body) {
        return rig.run(variables, "curl", "-s", "--data", body, "http://sallyport.internal/v1/check")
                .out();
    }

    @Test
    void planningHoldsBackTrafficWhereItsGatesSaySo() throws IOException, StartException {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test", origin.hostPort()))) {
            String lease = "{\"net.fetch\": [\"http://yes.test/**\"], \"tool.call\": [\"**\"]}";
            Map<String, String> variables = Rig.variables(rig.put(Rig.SB, gated(lease, Set.of("net.fetch"))));
            assertThat(rig.curl(variables, "http://yes.test/")).isEqualTo("403 000");
            assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("phase_violation");
            assertThat(ask(rig, "{\"tool\": \"any\"}")).isEqualTo("200 granted lease:tool.call[0]");
            assertThat(ask(rig, "{\"net\": {\"url\": \"http://yes.test/\"}}")).isEqualTo("403 phase_violation ");
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            assertThat(rig.curl(variables, "http://yes.test/")).isEqualTo("200 000");
            rig.put(Rig.SB, gated(lease, Set.of()));
            rig.admin().phase(Rig.SB, Phase.PLANNING);
            assertThat(rig.curl(variables, "http://yes.test/")).isEqualTo("200 000");
            assertThat(ask(rig, "{\"tool\": \"any\"}")).isEqualTo("403 phase_violation ");
        }
    }

    private static SandboxDocuments gated(String lease, Set<String> gates) {
        return SandboxDocuments.builder().lease(lease).phaseGates(gates).build();
    }

    @Test
    void aChildThatNamesNoModelHasItsParents() throws IOException, StartException {
        try (Rig rig = executing(folder, "{\"model.use\": [\"gpt-4*\"], \"tool.call\": [\"web.*\"]}")) {
            String lease = "{\"tool.call\": [\"web.search\"]}";
            put(rig, "alone", lease, null);
            put(rig, "child", lease, Rig.SB);
            assertThat(askAs(rig, "child", "{\"model\": \"gpt-4o\"}")).isEqualTo("200 granted lease:model.use[0]");
            assertThat(askAs(rig, "child", "{\"model\": \"o1\"}")).isEqualTo("403 no_grant ");
            assertThat(askAs(rig, "alone", "{\"model\": \"gpt-4o\"}")).isEqualTo("403 no_grant ");
            assertThat(askAs(rig, "child", "{\"tool\": \"web.search\"}")).isEqualTo("200 granted lease:tool.call[0]");
            rig.admin().phase(Rig.SB, Phase.PLANNING);
            assertThat(askAs(rig, "child", "{\"tool\": \"web.search\"}")).startsWith("403 phase_violation ");
        }
    }

    @Test
    void aBudgetThatIsUsedUpRefuses() throws IOException, StartException {
        try (Rig rig = executing(folder, "{\"tool.call\": [\"web.*\"], \"cost.budget\": [\"USD:0\"]}")) {
            assertThat(ask(rig, "{\"tool\": \"web.search\"}")).isEqualTo("402 budget_exhausted ");
            assertThat(ask(rig, "{\"tool\": \"rm\"}"))
                    .as("permission comes before budget")
                    .isEqualTo("403 no_grant ");
        }
    }

    private static void put(Rig rig, String id, String lease, @Nullable SandboxId parent) throws IOException {
        var documents = SandboxDocuments.builder().lease(lease).parent(parent).build();
        AdminClient.Reply reply = rig.put(new SandboxId(id), documents);
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        rig.admin().phase(new SandboxId(id), Phase.EXECUTION);
    }

    private static String askAs(Rig rig, String id, String question) throws IOException {
        AdminClient.Reply reply =
                rig.admin().send("POST", "/v1/sandboxes/" + id + "/check", JSON.readTree(question), Map.of());
        return reply.status() + " " + reply.body().path("reason").asString() + " "
                + reply.body().path("rule").asString();
    }

    @Test
    void anotherSandboxIsAnotherLease() throws IOException, StartException {
        try (Rig rig = executing(folder, LEASE)) {
            put(rig, "other", "{}", null);
            assertThat(askAs(rig, "nobody", "{\"tool\": \"web.search\"}")).startsWith("404 ");
            assertThat(askAs(rig, "other", "{\"tool\": \"web.search\"}")).isEqualTo("403 no_grant ");
        }
    }
}
