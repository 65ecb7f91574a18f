package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
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

/** Leases with ceilings of hosts ({@code hosts} of {@code lease_constraints}), in a running service. */
class LeaseHostCeilingsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String LEASE = "{\"net.fetch\": [\"http://yes.test/**\", \"http://a.zone.test/**\","
            + " \"http://b.zone.test/**\"], \"cost.budget\": [\"requests:100\"]}";
    private static final String YES = "http://yes.test/";

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @AfterEach
    void close() {
        origin.close();
    }

    private Rig rig() throws IOException, StartException {
        String at = origin.hostPort();
        return Rig.start(folder, Map.of("yes.test", at, "a.zone.test", at, "b.zone.test", at));
    }

    private static Map<String, String> limited(Rig rig, String hosts) throws IOException {
        return Rig.variables(rig.put(Rig.SB, Rig.raw(LEASE, "{\"hosts\": " + hosts + "}", Map.of())));
    }

    private static AdminClient.Reply child(Rig rig, String id, String hosts) throws IOException {
        return rig.admin()
                .send(
                        "PUT",
                        "/v1/sandboxes/" + id,
                        JSON.readTree("{\"lease\": {\"net.fetch\": [\"http://yes.test/**\"]}, \"lease_constraints\":"
                                + " {\"hosts\": " + hosts + "}, \"parent\": \"" + Rig.SB + "\"}"),
                        Map.of());
    }

    private static JsonNode left(Rig rig, Map<String, String> variables) {
        String answer = rig.answer(variables, "http://sallyport.internal/v1/whoami");
        return JSON.readTree(answer.substring(4)).path("remaining");
    }

    @Test
    void aCeilingOfRequestsHoldsForItsHostAlone() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            Map<String, String> variables = limited(rig, "{\"yes.test\": {\"max_requests\": 1}}");
            assertThat(rig.answer(variables, "http://yes.test.evil.test/")).startsWith("403 ");
            assertThat(left(rig, variables).path("requests@yes.test").asString())
                    .isEqualTo("1");
            assertThat(rig.answer(variables, YES)).isEqualTo("200 hello\n");
            assertThat(rig.answer(variables, YES))
                    .startsWith("402 ")
                    .contains("\"reason\":\"budget_exhausted\"", "\"pattern\":\"requests@yes.test\"");
            assertThat(rig.answer(variables, "http://YES.TEST.:80/x")).startsWith("402 ");
            assertThat(rig.answer(variables, "http://a.zone.test/")).startsWith("200 ");
            assertThat(left(rig, variables).path("requests").asString()).isEqualTo("98");
            assertThat(origin.received()).hasSize(2);
        }
    }

    @Test
    void aStarCountsItsHostsTogetherAndBytesCountToo() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            Map<String, String> variables =
                    limited(rig, "{\"*.zone.test\": {\"max_requests\": 3}, \"a.zone.test\": {\"max_bytes\": 6}}");
            assertThat(rig.answer(variables, "http://a.zone.test/")).startsWith("200 ");
            assertThat(rig.answer(variables, "http://a.zone.test/"))
                    .startsWith("402 ")
                    .contains("\"pattern\":\"bytes@a.zone.test\"");
            assertThat(rig.answer(variables, "http://b.zone.test/")).startsWith("200 ");
            assertThat(rig.answer(variables, "http://b.zone.test/")).startsWith("200 ");
            assertThat(rig.answer(variables, "http://b.zone.test/"))
                    .startsWith("402 ")
                    .contains("\"pattern\":\"requests@*.zone.test\"");
        }
    }

    @Test
    void ceilingsAreKeptOverARestartAndShown() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            Map<String, String> variables = limited(rig, "{\"yes.test\": {\"max_requests\": 2}}");
            assertThat(rig.answer(variables, YES)).startsWith("200 ");
            rig.restart();
            Map<String, String> again = rig.rebased(variables);
            assertThat(rig.admin()
                            .send("GET", "/v1/sandboxes/" + Rig.SB + "/effective", null, Map.of())
                            .body()
                            .path("budgets")
                            .path("requests@yes.test")
                            .asString())
                    .isEqualTo("1");
            assertThat(rig.answer(again, YES)).startsWith("200 ");
            assertThat(rig.answer(again, YES)).startsWith("402 ");
        }
    }

    @Test
    void aFamilySharesItsCeilings() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig()) {
            Map<String, String> parent = limited(rig, "{\"*.test\": {\"max_requests\": 2}}");
            AdminClient.Reply wide = child(rig, "wide", "{\"yes.test\": {\"max_requests\": 3}}");
            assertThat(wide.status()).isEqualTo(422);
            assertThat(wide.body().toString()).contains("LEASE_SUBSET_VIOLATION", "more than the parent's 2 of *.test");
            Map<String, String> child = Rig.variables(child(rig, "child", "{\"yes.test\": {\"max_requests\": 1}}"));
            assertThat(rig.answer(child, YES)).startsWith("200 ");
            assertThat(rig.answer(child, YES)).startsWith("402 ").contains("requests@yes.test");
            assertThat(rig.answer(parent, YES)).startsWith("200 ");
            assertThat(rig.answer(parent, YES)).startsWith("402 ").contains("requests@*.test");
        }
    }

    @Test
    void aQuestionAboutAHostThatIsUsedUpIsAnsweredSo() throws IOException, StartException {
        try (Rig rig = rig()) {
            limited(rig, "{\"yes.test\": {\"max_requests\": 1}}");
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            assertThat(asked(rig, YES)).isEqualTo("granted");
            assertThat(asked(rig, YES)).isEqualTo("budget_exhausted");
            assertThat(asked(rig, "http://a.zone.test/")).isEqualTo("granted");
        }
    }

    private static String asked(Rig rig, String url) throws IOException {
        JsonNode question = JSON.readTree("{\"net\": {\"url\": \"" + url + "\"}}");
        return rig.admin()
                .send("POST", "/v1/sandboxes/" + Rig.SB + "/check", question, Map.of())
                .body()
                .path("reason")
                .asString();
    }
}
