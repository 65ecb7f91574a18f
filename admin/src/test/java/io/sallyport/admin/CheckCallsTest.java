package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.Judge;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.rpc.GrpcForm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The decision API as a runner calls it, over a policy that grants the tool {@code web.search} and the host yes.test.
 */
final class CheckCallsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String CHECK = "/v1/sandboxes/sb-1/check";
    private static final String GOOD = "{\"skill_id\":\"rust\",\"tool\":\"web.search\"}";
    private static final String BAD = "{\"skill_id\":\"rust\",\"tool\":\"web.post\"}";

    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @BeforeEach
    void start() throws IOException {
        put(Phase.EXECUTION, Set.of());
    }

    private Sandbox put(Phase phase, Set<String> gates) {
        SandboxId id = new SandboxId("sb-1");
        var facts = new SandboxFacts(id, "run-7", Map.of(), phase, gates, Map.of(), null);
        var snapshot = new PolicySnapshot(facts, 3, "00", null, List.of("https://yes.test/**"), new OneOfEach());
        var admission = new LiveAdmission(
                AdmissionLimits.BY_DEFAULT, fixture.clock, fixture.clock, new Ledger().open("sb-1", null));
        var sandbox = new Sandbox(id, new PolicyHolder(snapshot), admission);
        fixture.sandboxes.put(sandbox, "t");
        return sandbox;
    }

    private static final class OneOfEach implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return request.grpc() == GrpcForm.CALL
                    ? Decision.Deny.of(ReasonCode.GUARDRAIL)
                    : said(request.host().text().equals("yes.test"));
        }

        @Override
        public Judgement judge(CanonicalAction action, ActingIdentity identity) {
            return new Judgement(said(Set.of("web.search", "/ws/a").contains(action.target())), true, true, null);
        }

        private static Decision said(boolean allowed) {
            return allowed
                    ? new Decision.Allow(ReasonCode.GRANTED, "lease:tool.call[0]", Mode.ENFORCE, Obligations.NONE)
                    : Decision.Deny.of(ReasonCode.NO_GRANT);
        }
    }

    private HttpResponse<String> ask(String body) throws Exception {
        return fixture.call(Role.RUNNER, "POST", CHECK, body);
    }

    private static String reason(HttpResponse<String> answer) {
        return answer.statusCode() + " "
                + JSON.readTree(answer.body()).path("code").asString() + " "
                + JSON.readTree(answer.body()).path("reason").asString();
    }

    @Test
    void whatIsGrantedIsAllowed() throws Exception {
        HttpResponse<String> answer = ask(GOOD);
        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode body = JSON.readTree(answer.body());
        assertThat(answer.body())
                .startsWith("{\"allow\":true,\"code\":\"OK\",\"reason\":\"granted\",\"rule\":\"lease:");
        assertThat(body.path("skill_id").asString()).isEqualTo("rust");
        assertThat(body.path("generation").asInt()).isEqualTo(3);
        assertThat(body.path("ttl_ms").asInt(-1)).isZero();
        assertThat(body.path("obligations").path("intercept").asBoolean(true)).isFalse();
        assertThat(body.path("decision_id").asString()).isNotEmpty();
    }

    @Test
    void whatIsNotIsRefusedInTheBodyOfEveryRefusal() throws Exception {
        HttpResponse<String> answer = ask(BAD);
        assertThat(reason(answer)).isEqualTo("403 PERMISSION_DENIED no_grant");
        JsonNode body = JSON.readTree(answer.body());
        assertThat(body.path("allow").asBoolean(true)).isFalse();
        assertThat(body.path("error").asString()).isEqualTo("denied");
        assertThat(body.path("skill_id").asString()).isEqualTo("rust");
        assertThat(body.path("action").path("target").asString()).isEqualTo("web.post");
        assertThat(body.path("audit_id")).isEqualTo(body.path("decision_id"));
    }

    @Test
    void requestsOverTheNetworkAreJudgedAsWhatTheyAre() throws Exception {
        assertThat(reason(ask("{\"net\":{\"url\":\"HTTPS://Yes.Test./a?q=1#f\"}}")))
                .isEqualTo("200 OK granted");
        assertThat(reason(ask("{\"net\":{\"domain\":\"YES.test\"}}"))).isEqualTo("200 OK granted");
        assertThat(reason(ask("{\"net\":{\"scheme\":\"tcp\",\"host\":\"yes.test\",\"port\":22}}")))
                .isEqualTo("200 OK granted");
        assertThat(reason(ask("{\"net\":{\"host\":\"no.test\",\"port\":8443,\"method\":\"POST\",\"path\":\"/x\"}}")))
                .isEqualTo("403 PERMISSION_DENIED no_grant");
        assertThat(reason(ask("{\"net\":{\"domain\":\" \"}}"))).isEqualTo("403 PERMISSION_DENIED empty_domain");
        assertThat(reason(ask("{\"net\":{\"domain\":\"yes.test:443\"}}")))
                .isEqualTo("400 INVALID_REQUEST not_canonical");
        assertThat(reason(ask("{\"net\":{\"url\":\"https://x.sallyport.internal/\"}}")))
                .isEqualTo("403 PERMISSION_DENIED local_name");
        assertThat(reason(ask("{\"net\":{\"host\":\"yes.test\",\"port\":0}}"))).startsWith("400 INVALID_REQUEST");
    }

    @Test
    void pathsOfFilesMustBeCanonicalAndOpen() throws Exception {
        assertThat(reason(file("read", "/ws//./a/"))).isEqualTo("200 OK granted");
        for (String path : List.of("ws/a", "/ws/../ws/a", "/ws/a\\\\b", "/ws/\\u0000a", "/ws/a\\n", "")) {
            assertThat(reason(file("read", path))).as(path).isEqualTo("403 PERMISSION_DENIED path_not_canonical");
        }
        for (String path : List.of("/home/u/.ssh/id_rsa", "/home/u/.SSH", "/etc/shadow", "/proc/1/environ")) {
            assertThat(reason(file("read", path))).as(path).isEqualTo("403 PERMISSION_DENIED path_not_allowed");
        }
        assertThat(reason(file("delete", "/"))).isEqualTo("403 PERMISSION_DENIED path_not_allowed");
        assertThat(reason(file("execute", "/ws/a"))).isEqualTo("403 PERMISSION_DENIED fs_not_declared");
        assertThat(reason(file("chmod", "/ws/a"))).isEqualTo("400 INVALID_REQUEST malformed_request");
    }

    private HttpResponse<String> file(String operation, String path) throws Exception {
        return ask("{\"operation\":\"" + operation + "\",\"fs\":{\"path\":\"" + path + "\"}}");
    }

    @Test
    void planningRefusesWhateverIsAskedUnlessItsGatesNameLess() throws Exception {
        put(Phase.PLANNING, Set.of());
        assertThat(reason(ask(GOOD))).isEqualTo("403 PHASE_VIOLATION phase_violation");
        assertThat(reason(ask("{\"net\":{\"domain\":\"yes.test\"}}"))).isEqualTo("403 PHASE_VIOLATION phase_violation");
        put(Phase.PLANNING, Set.of("fs.write"));
        assertThat(reason(ask(GOOD))).isEqualTo("200 OK granted");
        assertThat(reason(file("write", "/ws/a"))).isEqualTo("403 PHASE_VIOLATION phase_violation");
        assertThat(reason(file("read", "/ws/a"))).isEqualTo("200 OK granted");
    }

    @Test
    void aSandboxThatWasTakenAwayMayNothing() throws Exception {
        put(Phase.EXECUTION, Set.of()).admission().revoke();
        assertThat(reason(ask(GOOD))).isEqualTo("403 PERMISSION_DENIED lease_revoked");
    }

    @Test
    void aBatchIsAnsweredInOrderAndABadQuestionHurtsNoOther() throws Exception {
        HttpResponse<String> answer = ask("[" + GOOD + "," + BAD + ",{\"tool\":\"a\",\"model\":\"b\"},7," + GOOD + "]");
        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode rulings = JSON.readTree(answer.body());
        assertThat(rulings.valueStream().map(ruling -> ruling.path("reason").asString()))
                .containsExactly("granted", "no_grant", "malformed_request", "malformed_request", "granted");
    }

    @Test
    void whatCannotBeReadIsRefusedWhole() throws Exception {
        for (String body : List.of(
                "",
                "{",
                "[]",
                "null",
                "{}x",
                "{\"tool\":\"web.search\",\"tool\":\"x\"}",
                "{\"tool\":\"web.search\",\"as\":\"sb-2\"}",
                "{\"tool\":7}",
                "{\"tool\":\"web.search\",\"skill_id\":\"a b\"}",
                "{\"tool\":\"web.search\",\"operation\":\"read\"}",
                "{\"tool\":\"web.search\",\"args\":[]}",
                "{\"tool\":\"web.search\",\"dry_run\":1}",
                "{\"vendor\":{\"capability\":\"tool.call\",\"target\":\"web.search\"}}",
                "{\"vendor\":{\"capability\":\"X-Vendor.a.b\",\"target\":\"web.search\"}}",
                "{\"tool\":\" web.search\"}",
                "{\"tool\":\"web.search\\u0000\"}",
                "{\"tool\":\"" + "x".repeat(4_097) + "\"}",
                "[" + (GOOD + ",").repeat(100) + GOOD + "]",
                "{\"tool\":\"web.search\",\"args\":{\"a\":\"" + "x".repeat(70_000) + "\"}}")) {
            HttpResponse<String> answer = ask(body);
            String about = body.substring(0, Math.min(60, body.length()));
            assertThat(answer.statusCode()).as(about).isEqualTo(400);
            assertThat(answer.body()).as(about).contains("\"code\":\"INVALID_REQUEST\"");
        }
        assertThat(fixture.call(Role.RUNNER, "POST", "/v1/sandboxes/sb-2/check", GOOD)
                        .statusCode())
                .isEqualTo(404);
        assertThat(fixture.call(Role.READER, "POST", CHECK, GOOD).statusCode()).isEqualTo(403);
    }

    private HttpResponse<String> decide(String input) throws Exception {
        return fixture.call(Role.RUNNER, "POST", "/v1/data/sallyport/decision", "{\"input\":" + input + "}");
    }

    @Test
    void aClientOfOpasGetsTheContractsResult() throws Exception {
        String sandbox = "\"sandbox\":{\"id\":\"sb-1\",\"labels\":{}}";
        String net =
                "\"net\":{\"scheme\":\"https\",\"host\":\"yes.test\",\"port\":443,\"method\":\"GET\",\"path\":\"/a\","
                        + "\"query\":{\"a b\":[\"1\"]}}";
        HttpResponse<String> allowed = decide("{\"version\":1,\"kind\":\"http\"," + sandbox + "," + net + "}");
        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(allowed.body())
                .startsWith(
                        "{\"result\":{\"allow\":true,\"reason\":\"granted\",\"rule\":\"lease:tool.call[0]\",\"mode\":\"enforce\","
                                + "\"obligations\":{\"intercept\":false,\"credentials\":[],\"rate\":null,\"redact\":[]},\"denies\":[]},"
                                + "\"decision_id\":\"");
        String action = "\"action\":{\"capability\":\"tool.call\",\"target\":\"web.post\",\"skill\":\"rust\"}";
        assertThat(decide("{\"kind\":\"tool\"," + sandbox + "," + action + "}").body())
                .startsWith("{\"result\":{\"allow\":false,\"reason\":\"no_grant\",\"rule\":null,");
        String closed = "\"action\":{\"capability\":\"fs.read\",\"target\":\"/proc/1/mem\"}";
        assertThat(decide("{\"kind\":\"file\"," + sandbox + "," + closed + "}").body())
                .contains("\"reason\":\"path_not_allowed\"");
        put(Phase.PLANNING, Set.of());
        assertThat(decide("{\"kind\":\"http\",\"phase\":\"execution\"," + sandbox + "," + net + "}")
                        .body())
                .as("traffic is held back only where the gates say so")
                .contains("\"allow\":true");
        assertThat(decide("{\"kind\":\"tool\",\"phase\":\"execution\"," + sandbox + "," + action + "}")
                        .body())
                .contains("\"reason\":\"phase_violation\"");
        for (String bad : List.of(
                "{}",
                "{\"kind\":\"tool\"," + sandbox + "," + net + "}",
                "{\"kind\":\"model\"," + sandbox + "," + action + "}",
                "{\"kind\":\"http\"," + sandbox + "," + net.replace("\"port\"", "\"headers\":{},\"port\"") + "}",
                "{\"kind\":\"http\",\"version\":2," + sandbox + "," + net + "}",
                "{\"kind\":\"http\"," + net + "}")) {
            assertThat(decide(bad).statusCode()).as(bad).isEqualTo(400);
        }
        assertThat(decide("{\"kind\":\"tool\"," + sandbox.replace("sb-1", "sb-2") + "," + action + "}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(fixture.records().stream().filter(line -> line.contains("security_event")))
                .hasSize(5);
    }

    @Test
    void aDocumentThatSaysItIsACallOfGrpcIsAskedAsOne() throws Exception {
        for (String said : List.of(
                "\"protocol\":\"grpc\"", "\"grpc\":{\"service\":\"x\",\"method\":\"y\"}", "\"protocol\":\"http\"")) {
            String input =
                    "{\"kind\":\"http\",\"sandbox\":{\"id\":\"sb-1\",\"labels\":{}},\"net\":{\"scheme\":\"https\","
                            + "\"host\":\"yes.test\",\"method\":\"POST\",\"path\":\"/a.S/Get\"," + said + "}}";
            assertThat(decide(input).body())
                    .as(said)
                    .contains("\"reason\":\"" + (said.contains("grpc") ? "guardrail" : "granted") + "\"");
        }
    }

    @Test
    void eachQuestionLeavesOneRecord() throws Exception {
        ask("[" + GOOD + ",{\"dry_run\":true,\"command\":\"run\",\"tool\":\"web.post\"}]");
        ask("{\"operation\":\"write\",\"fs\":{\"path\":\"/ws/a\",\"resolved\":true}}");
        ask("{\"net\":{\"url\":\"https://no.test/a?token=secret\"}}");
        ask("{\"operation\":\"read\",\"fs\":{\"path\":\"/a/../b\"},\"skill_id\":\"rust\"}");
        List<JsonNode> records = fixture.records().stream().map(JSON::readTree).toList();
        assertThat(records)
                .extracting(record -> record.path("kind").asString()
                        + " " + record.path("security_event").asString()
                        + " " + record.path("level").asString()
                        + " " + record.path("target").asString()
                        + " " + record.path("skill_id").asString())
                .containsExactly(
                        "tool allowed INFO web.search rust",
                        "tool permission_denied WARNING web.post ",
                        "file allowed INFO /ws/a ",
                        "http permission_denied WARNING  ",
                        "file permission_denied WARNING  rust");
        assertThat(records.get(1).path("dry_run").asBoolean()).isTrue();
        assertThat(records.get(1).path("command").asString()).isEqualTo("run");
        assertThat(records.get(2).path("resolved").asBoolean()).isTrue();
        assertThat(records.get(2).path("operation").asString()).isEqualTo("write");
        assertThat(records.get(3).path("domain").asString()).isEqualTo("no.test");
        assertThat(records.get(3).path("allowlist").toString()).isEqualTo("[\"https://yes.test/**\"]");
        assertThat(records.get(3).toString()).doesNotContain("secret");
        assertThat(records.get(0).path("detail").asString()).isEqualTo("asked with token runner-name");
        assertThat(records.get(0).path("phase").asString()).isEqualTo("execution");
    }
}
