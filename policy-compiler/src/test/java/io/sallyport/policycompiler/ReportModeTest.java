package io.sallyport.policycompiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.Judge.Judgement;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deny in report mode is recorded; it neither refuses, nor opens a tunnel, nor takes another refusal away. */
class ReportModeTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"https://**\", \"http://**\"]}";
    private static final String REPORTED =
            "deny contains {\"rule\": \"r\", \"message\": \"m\", \"mode\": \"report\"} if ";
    private static final String ENFORCED = "deny contains {\"rule\": \"e\", \"message\": \"m\"} if ";
    private static final DenyRule R = new DenyRule("guardrails:r", "m");

    @Test
    void whatItWouldRefuseIsAllowedAndNamed() {
        PolicySnapshot snapshot = guardrails(REPORTED + "input.net.host == \"a.test\"");
        Decision decision = snapshot.decide(get("a.test", "/"));
        assertThat(decision).isInstanceOf(Decision.Allow.class);
        assertThat(decision.rule()).isEqualTo("lease:net.fetch[1]");
        assertThat(decision.reported().denies()).containsExactly(R);
        assertThat(snapshot.decide(get("a.test", "/")).reported().denies())
                .as("remembered")
                .containsExactly(R);
        assertThat(snapshot.decide(get("b.test", "/")).reported().wouldDeny()).isFalse();
    }

    @Test
    void whatIsRefusedAnywayKeepsItsRefusal() {
        PolicySnapshot snapshot = guardrails(
                REPORTED + "input.net.host == \"a.test\"", ENFORCED + "input.net.host in {\"a.test\", \"b.test\"}");
        for (String host : List.of("a.test", "b.test")) {
            Decision decision = snapshot.decide(connect(host));
            assertThat(decision.reason()).isEqualTo(ReasonCode.GUARDRAIL);
            assertThat(decision.rule()).isEqualTo("guardrails:e");
        }
        assertThat(snapshot.decide(connect("a.test")).reported().denies()).containsExactly(R);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.net.method == \"POST\"",
                "startswith(input.net.path, \"/a\")",
                "input.net.query.q",
                "input.net.headers.accept",
                "not input.net.method == \"GET\"",
                "count(input.net) > 4",
            })
    void whatItReadsOfARequestOpensNoTunnel(String condition) {
        PolicySnapshot snapshot = guardrails(REPORTED + condition);
        Decision decision = snapshot.decide(connect("a.test"));
        assertThat(isOpened(decision)).isFalse();
        assertThat(decision.reported().notAsked()).isTrue();
        assertThat(isOpened(guardrails(ENFORCED + condition).decide(connect("a.test"))))
                .as("the same rule, enforced")
                .isNotEqualTo(condition.startsWith("not "));
    }

    @Test
    void whatItCannotReadRefusesNoRequest() {
        PolicySnapshot snapshot = guardrails(REPORTED + "input.net.body.json");
        Decision decision = snapshot.decide(get("a.test", "/"), accepting("a/b", RequestHeaders.UNKNOWN_LENGTH));
        assertThat(decision).isInstanceOf(Decision.Allow.class);
        assertThat(decision.reported()).isEqualTo(Reported.AWAITS_BODY);
    }

    private static Reported reported(PolicySnapshot snapshot, RequestHeaders head, String body) {
        RequestHeaders whole = RequestBody.of(body.getBytes(UTF_8), 1000).after(head);
        Decision decision = snapshot.decide(get("a.test", "/"), whole);
        assertThat(decision).isInstanceOf(Decision.Allow.class);
        return decision.reported();
    }

    @Test
    void ofTheBodyItIsAskedOnceThatIsThere() {
        PolicySnapshot snapshot = guardrails(REPORTED + "input.net.body.json.model == \"large\"");
        RequestHeaders head = saying("content-type", "application/json", RequestHeaders.UNKNOWN_LENGTH);
        for (int i = 0; i < 2; i++) {
            assertThat(snapshot.decide(get("a.test", "/"), head).reported()).isEqualTo(Reported.AWAITS_BODY);
        }
        assertThat(reported(snapshot, head, "{\"model\": \"large\"}")).isEqualTo(new Reported(List.of(R), false));
        assertThat(reported(snapshot, head, "{\"model\": \"small\"}")).isEqualTo(Reported.NONE);
        assertThat(reported(snapshot, head, "{").denies())
                .extracting(DenyRule::rule)
                .containsExactly("guardrails:unreadable");
        RequestBody beginning = RequestBody.beginning("{\"model".getBytes(UTF_8));
        assertThat(snapshot.decide(get("a.test", "/"), beginning.after(head))
                        .reported()
                        .denies())
                .containsExactly(new DenyRule("guardrails:unreadable", "the body: too large to be read whole"));
    }

    @Test
    void eachCallOfABatchIsReportedOn() {
        PolicySnapshot snapshot = guardrails(REPORTED + "input.net.rpc.method == \"delete\"");
        String batch = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"read\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"delete\"}]";
        RequestHeaders head = saying("content-type", "application/json", RequestHeaders.UNKNOWN_LENGTH);
        assertThat(reported(snapshot, head, batch).denies()).containsExactly(R);
    }

    @Test
    void whatFailsInItIsReported() {
        PolicySnapshot snapshot = guardrails(REPORTED + "to_number(input.net.host) > 1");
        Judgement judgement = snapshot.judge(connect("a.test"), RequestHeaders.EMPTY);
        assertThat(judgement.decision()).isInstanceOf(Decision.Allow.class);
        assertThat(judgement.decision().reported().denies())
                .extracting(DenyRule::rule)
                .containsExactly("guardrails:error");
        assertThat(judgement.fault()).contains("to_number");
    }

    @Test
    void aRuleBesideItIsEnforcedAsEver() {
        PolicySnapshot snapshot =
                guardrails(REPORTED + "startswith(input.net.path, \"/a\")", ENFORCED + "input.net.method == \"POST\"");
        assertThat(isOpened(snapshot.decide(connect("a.test")))).isTrue();
        assertThat(snapshot.decide(http("POST", "a.test", "/a")).rule()).isEqualTo("guardrails:e");
        assertThat(snapshot.decide(get("a.test", "/a")).reported().denies()).containsExactly(R);
    }

    /** Only a mode in the head is known beforehand; a rule that computes it is asked with the others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "deny contains {\"rule\": \"r\", \"message\": \"m\", \"mode\": m} if { input.net.method; some m in [\"report\"] }",
                "deny contains object.union({\"rule\": \"r\", \"message\": \"m\"}, {\"mode\": \"report\"}) if input.net.method",
                "deny contains {\"rule\": \"r\", \"message\": \"m\", k: \"report\"} if { input.net.method; some k in [\"mode\"] }",
                REPORTED + "input.net.method\nobligations contains {\"intercept\": true} if count(deny) > 5",
            })
    void aModeThatIsComputedIsReportedAndOpensTunnels(String rule) {
        PolicySnapshot snapshot = guardrails(rule);
        assertThat(snapshot.decide(get("a.test", "/")).reported().denies()).containsExactly(R);
        assertThat(isOpened(snapshot.decide(connect("a.test")))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"watch\"", "\"Report\"", "\"\"", "true", "null", "[\"report\"]"})
    void aWordThatIsNoModeDoesNotLoad(String mode) {
        assertThat(refused("package sallyport.guardrails\n" + REPORTED.replace("\"report\"", mode) + "true\n"))
                .singleElement()
                .satisfies(error -> assertThat(error.code()).isEqualTo("UNKNOWN_MODE"))
                .satisfies(error -> assertThat(error.line()).isEqualTo(2));
    }

    @Test
    void aWordThatIsComputedRefuses() {
        PolicySnapshot snapshot = guardrails(
                "deny contains {\"rule\": \"r\", \"message\": \"m\", \"mode\": m} if some m in [\"report\", input.net.host]");
        assertThat(snapshot.decide(get("a.test", "/")).reason()).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void aSandboxReportsItsOwnDeniesAndNoOther() {
        String own = """
                package sallyport.sandbox

                deny contains {"rule": "e", "message": "m", "mode": "report"} if true
                deny contains {"rule": "guardrails:e", "message": "m", "mode": "report"} if true
                """;
        PolicySnapshot snapshot = under(
                ready(COMPILER.guardrails(
                        Map.of(
                                "g.rego",
                                "package sallyport.guardrails\n" + ENFORCED + "input.net.host == \"a.test\"\n"),
                        null,
                        PlanStore.NONE)),
                lease(LEASE, Map.of("s.rego", own)));
        assertThat(snapshot.decide(get("a.test", "/")).rule()).isEqualTo("guardrails:e");
        Decision other = snapshot.decide(get("b.test", "/"));
        assertThat(other).isInstanceOf(Decision.Allow.class);
        assertThat(other.reported().denies())
                .extracting(DenyRule::rule)
                .containsExactly("sandbox:e", "sandbox:guardrails:e");
    }

    @Test
    void namesMadeOfTheRequestAreBounded() {
        PolicySnapshot snapshot = guardrails(
                "deny contains {\"rule\": sprintf(\"%s-%d\", [input.net.host, i]), \"message\": \"m\", \"mode\": \"report\"} if"
                        + " some i in numbers.range(1, 30)");
        assertThat(snapshot.decide(get("a.test", "/")).reported().denies()).hasSize(20);
    }

    private static PolicySnapshot guardrails(String... rules) {
        return snapshot(LEASE, Map.of("g.rego", "package sallyport.guardrails\n" + String.join("\n", rules) + "\n"));
    }

    private static boolean isOpened(Decision decision) {
        return decision instanceof Decision.Allow allow && allow.obligations().intercept();
    }
}
