package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Leases that may be used a number of times ({@code max_uses}), in a running service. */
class LeaseUsesTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String LEASE = "{\"net.fetch\": [\"http://yes.test/**\"], \"tool.call\": [\"web.*\"]}";
    private static final String YES = "http://yes.test/";
    private static final SandboxId CHILD = new SandboxId("child");

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @AfterEach
    void close() {
        origin.close();
    }

    private Rig rig() throws IOException, StartException {
        return Rig.start(folder, Map.of("yes.test", origin.hostPort()));
    }

    private static Map<String, String> limited(Rig rig, int uses) throws IOException {
        return Rig.variables(rig.put(Rig.SB, Rig.raw(LEASE, "{\"max_uses\": " + uses + "}", Map.of())));
    }

    private static AdminClient.Reply child(Rig rig, String id, int uses) throws IOException {
        return rig.admin()
                .send(
                        "PUT",
                        "/v1/sandboxes/" + id,
                        JSON.readTree("{\"lease\": " + LEASE + ", \"lease_constraints\": {\"max_uses\": " + uses
                                + "}, \"parent\": \"" + Rig.SB + "\"}"),
                        Map.of());
    }

    private static String left(Rig rig, Map<String, String> variables) {
        String answer = rig.answer(variables, "http://sallyport.internal/v1/whoami");
        return JSON.readTree(answer.substring(4))
                .path("remaining")
                .path("max-uses")
                .asString();
    }

    @Test
    void aLeaseOfOneUseWorksOnceAndARefusalIsNoUse() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            Map<String, String> variables = limited(rig, 1);
            assertThat(rig.answer(variables, "http://no.test/")).startsWith("403 ");
            assertThat(left(rig, variables)).isEqualTo("1");
            assertThat(rig.answer(variables, YES)).isEqualTo("200 hello\n");
            assertThat(left(rig, variables)).isEqualTo("0");
            assertThat(rig.answer(variables, YES))
                    .startsWith("402 ")
                    .contains("\"reason\":\"budget_exhausted\"", "\"pattern\":\"max-uses\"");
            assertThat(rig.lastRequest().path("remaining")).isNotNull();
            assertThat(origin.received()).hasSize(1);
        }
    }

    @Test
    void anAnswerOfTheDecisionApiIsAUseAndADryRunIsNone() throws IOException, StartException {
        try (Rig rig = rig()) {
            limited(rig, 1);
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            assertThat(asked(rig, "{\"tool\": \"web.search\", \"dry_run\": true}"))
                    .isEqualTo("granted");
            assertThat(asked(rig, "{\"tool\": \"rm\"}")).isEqualTo("no_grant");
            assertThat(asked(rig, "{\"tool\": \"web.search\"}")).isEqualTo("granted");
            assertThat(asked(rig, "{\"tool\": \"web.search\"}")).isEqualTo("budget_exhausted");
        }
    }

    private static String asked(Rig rig, String question) throws IOException {
        return rig.admin()
                .send("POST", "/v1/sandboxes/" + Rig.SB + "/check", JSON.readTree(question), Map.of())
                .body()
                .path("reason")
                .asString();
    }

    @Test
    void usesAreKeptOverARestart() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            Map<String, String> variables = limited(rig, 2);
            assertThat(rig.answer(variables, YES)).startsWith("200 ");
            rig.restart();
            Map<String, String> again = rig.rebased(variables);
            assertThat(left(rig, again)).isEqualTo("1");
            assertThat(rig.answer(again, YES)).startsWith("200 ");
            assertThat(rig.answer(again, YES)).startsWith("402 ");
        }
    }

    @Test
    void aMetricUsesNothing() throws IOException, StartException {
        try (Rig rig = rig()) {
            limited(rig, 1);
            JsonNode metric = JSON.readTree("{\"name\": \"cost.x\", \"value\": 1, \"unit\": \"max-uses\"}");
            AdminClient.Reply reply =
                    rig.admin().send("POST", "/v1/sandboxes/" + Rig.SB + "/metrics", metric, Map.of());
            assertThat(reply.body().path("counted").asBoolean(true)).isFalse();
        }
    }

    @Test
    void aFamilyUsesTheParentsLeaseNoOftenerThanItMay() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            Map<String, String> parent = limited(rig, 2);
            AdminClient.Reply wide = child(rig, "wide", 3);
            assertThat(wide.status()).isEqualTo(422);
            assertThat(wide.body().toString()).contains("LEASE_SUBSET_VIOLATION", "max_uses");
            Map<String, String> child = Rig.variables(child(rig, CHILD.text(), 1));
            assertThat(rig.answer(child, YES)).startsWith("200 ");
            assertThat(rig.answer(child, YES)).startsWith("402 ");
            assertThat(rig.answer(parent, YES)).as("one of the two is its own").startsWith("200 ");
            assertThat(rig.answer(parent, YES)).startsWith("402 ");
        }
    }

    @Test
    void aChildMayBeLimitedWhereItsParentIsNot() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            rig.put(Rig.SB, Rig.raw(LEASE, null, Map.of()));
            Map<String, String> child = Rig.variables(child(rig, CHILD.text(), 1));
            assertThat(rig.answer(child, YES)).startsWith("200 ");
            assertThat(rig.answer(child, YES)).startsWith("402 ");
        }
    }
}
