package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Phase;
import io.sallyport.model.Reported;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Limits;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A candidate says what it would refuse of what the guardrails in force allow, and changes nothing else. */
class CandidateGuardrailsTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"https://**\", \"http://**\", \"ws://**\"]}";
    private static final String A =
            "deny contains {\"rule\": \"a\", \"message\": \"m\"} if input.net.host == \"a.test\"\n";
    private static final String POST =
            "deny contains {\"rule\": \"p\", \"message\": \"m\"} if input.net.method == \"POST\"\n";

    @Test
    void itReportsWhatItWouldRefuse() {
        PolicySnapshot snapshot = trying("", A);
        Decision decision = snapshot.decide(connect("a.test"));
        assertThat(decision).isInstanceOf(Decision.Allow.class);
        assertThat(decision.reported().denies()).containsExactly(new DenyRule("candidate:a", "m"));
        assertThat(snapshot.decide(connect("a.test"))).as("remembered").isEqualTo(decision);
        assertThat(snapshot.decide(connect("b.test")).reported().wouldDeny()).isFalse();
    }

    @Test
    void itTakesNoRefusalAway() {
        PolicySnapshot snapshot = trying(A, POST);
        assertThat(snapshot.decide(connect("a.test")).rule()).isEqualTo("guardrails:a");
        assertThat(rules(snapshot, http("POST", "b.test", "/"))).containsExactly("candidate:p");
    }

    @Test
    void itOpensNoTunnelAndMeetsNoObligation() {
        for (String rule : List.of(POST, "obligations contains {\"intercept\": true} if true\n")) {
            Decision decision = trying("", rule).decide(connect("a.test"));
            assertThat(decision)
                    .isInstanceOfSatisfying(
                            Decision.Allow.class,
                            allow -> assertThat(allow.obligations().intercept()).isFalse());
            assertThat(decision.reported().notAsked()).isTrue();
            assertThat(decision.reported().wouldDeny()).isFalse();
        }
        Decision redacting = trying("", "obligations contains {\"redact\": [\"cookie\"]} if true\n")
                .decide(get("a.test", "/"));
        assertThat(((Decision.Allow) redacting).obligations().redact()).isEmpty();
    }

    @Test
    void itIsAskedOfMessagesThatItReads() {
        PolicySnapshot snapshot = trying(
                "", "deny contains {\"rule\": \"s\", \"message\": \"m\"} if input.net.websocket.text == \"secret\"\n");
        CanonicalRequest handshake = get("a.test", "/").withScheme(Scheme.WS);
        assertThat(snapshot.decide(handshake))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().messages()).isEqualTo(MessageReading.REPORTED));
        Decision secret = snapshot.decide(handshake, new WebSocketMessage(true, "secret").after(RequestHeaders.EMPTY));
        assertThat(secret.reported().denies()).containsExactly(new DenyRule("candidate:s", "m"));
    }

    @Test
    void whatFailsInItIsReported() {
        assertThat(rules(
                        trying(
                                "",
                                "deny contains {\"rule\": \"x\", \"message\": \"m\"} if to_number(input.net.host) > 1\n"),
                        connect("a.test")))
                .containsExactly("candidate:error");
        assertThat(rules(trying("", "obligations contains {input.net.host: 1} if true\n"), connect("a.test")))
                .containsExactly("candidate:obligations");
        Decision unread = trying("", "deny contains {\"rule\": \"x\", \"message\": \"m\"} if input.net.body\n")
                .decide(get("a.test", "/"), accepting("a/b", RequestHeaders.UNKNOWN_LENGTH));
        assertThat(unread).isInstanceOf(Decision.Allow.class);
        assertThat(((Decision.Allow) unread).obligations().body())
                .as("only the candidate would read it")
                .isFalse();
        assertThat(unread.reported()).isEqualTo(Reported.AWAITS_BODY);
    }

    @Test
    void itIsAskedOfABodyThatItAloneReads() {
        PolicySnapshot snapshot =
                trying("", "deny contains {\"rule\": \"x\", \"message\": \"m\"} if input.net.body.text == \"no\"\n");
        RequestHeaders head = saying("content-type", "text/plain", RequestHeaders.UNKNOWN_LENGTH);
        assertThat(ofBody(snapshot, head, RequestBody.of(new byte[] {'n', 'o'}, 9)))
                .containsExactly("candidate:x");
        assertThat(ofBody(snapshot, head, RequestBody.of(new byte[] {'o', 'k'}, 9)))
                .isEmpty();
        assertThat(ofBody(snapshot, head, RequestBody.of(new byte[] {-1}, 9))).containsExactly("candidate:unreadable");
    }

    private static List<String> ofBody(PolicySnapshot snapshot, RequestHeaders head, RequestBody body) {
        Decision decision = snapshot.decide(get("a.test", "/"), body.after(head));
        assertThat(decision).isInstanceOf(Decision.Allow.class);
        return decision.reported().denies().stream().map(DenyRule::rule).toList();
    }

    @Test
    void itsOwnRulesInReportModeSayNothing() {
        String report = A.replace("\"m\"}", "\"m\", \"mode\": \"report\"}");
        assertThat(rules(trying(report, report), connect("a.test"))).containsExactly("guardrails:a");
    }

    private static List<String> rules(PolicySnapshot snapshot, CanonicalRequest request) {
        Decision decision = snapshot.decide(request);
        assertThat(decision).isInstanceOf(Decision.Allow.class);
        return decision.reported().denies().stream().map(DenyRule::rule).toList();
    }

    private static PolicySnapshot trying(String inForce, String candidate) {
        SandboxPolicy policy = ready(COMPILER.sandbox(lease(LEASE, Map.of()), "sb-1", NOW, PlanStore.NONE));
        var facts = new SandboxFacts(new SandboxId("sb-1"), "run-1", Map.of(), Phase.PLANNING);
        EvalClock clock = EvalClock.of(InstantSource.fixed(NOW), new Random(1));
        var trials = new Trials(guardrails(candidate), null, TrialTerms.NONE);
        return policy.under(guardrails(inForce), trials, facts, 1, Limits.DEFAULT, clock, DecisionCache.BY_DEFAULT);
    }

    private static AuthoredRego guardrails(String rules) {
        return rules.isEmpty()
                ? AuthoredRego.NONE
                : ready(COMPILER.guardrails(
                        Map.of("g.rego", "package sallyport.guardrails\n" + rules), null, PlanStore.NONE));
    }
}
