package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Limits;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A guardrail for one host neither fails nor opens what is for others, wherever it names the host. */
class PassedOverGuardrailsTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"https://**\", \"http://**\"]}";
    private static final String FAILS = "to_number(input.sandbox.labels.level) > 3";
    private static final String PROD = "input.net.host == \"prod.example.com\"";

    @ParameterizedTest
    @ValueSource(strings = {FAILS + "; " + PROD, PROD + "; " + FAILS, "some x in [1]; x < to_number(\"a\"); " + PROD})
    void aDenyThatFailsForOneHostLeavesOthersOpen(String condition) {
        PolicySnapshot snapshot = under(condition);
        assertThat(reason(snapshot, connect("www.example.com"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(reason(snapshot, get("www.example.com", "/a"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(reason(snapshot, connect("prod.example.com"))).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        assertThat(reason(snapshot, get("prod.example.com", "/a"))).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PROD + "; input.net.method == \"POST\"",
                "input.net.method == \"POST\"; " + PROD,
                "startswith(input.net.path, \"/a\"); " + PROD,
                "count(input.net.query) > 0; " + PROD,
            })
    void onlyTheTunnelToItsHostIsOpened(String condition) {
        PolicySnapshot snapshot = under(condition);
        assertThat(isOpened(snapshot, "prod.example.com")).isTrue();
        assertThat(isOpened(snapshot, "www.example.com")).isFalse();
    }

    /** The method is not known at a CONNECT: it is no reason to pass over the rule. */
    @Test
    void aConditionOnWhatIsNotKnownOfATunnelIsNotTestedFirst() {
        PolicySnapshot suffix = under("\"example.com\" in input.net.suffixes; input.net.method == \"POST\"");
        assertThat(isOpened(suffix, "www.example.com")).isTrue();
        assertThat(isOpened(suffix, "www.example.org")).isFalse();
        PolicySnapshot fails = under(FAILS + "; input.net.method == \"POST\"");
        assertThat(reason(fails, connect("www.example.com"))).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        assertThat(reason(fails, http("POST", "www.example.com", "/"))).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        assertThat(reason(fails, get("www.example.com", "/"))).isEqualTo(ReasonCode.GRANTED);
    }

    private static PolicySnapshot under(String condition) {
        String rego =
                "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"x\"} if {\n%s\n}\n"
                        .formatted(condition);
        SandboxFacts facts = new SandboxFacts(new SandboxId("sb-1"), "run-1", Map.of("level", "high"), Phase.EXECUTION);
        return ready(COMPILER.sandbox(lease(LEASE, Map.of()), "sb-1", NOW, PlanStore.NONE))
                .under(
                        ready(COMPILER.guardrails(Map.of("a.rego", rego), null, PlanStore.NONE)),
                        facts,
                        1,
                        Limits.DEFAULT,
                        EvalClock.of(InstantSource.fixed(NOW), new Random(1)));
    }

    private static ReasonCode reason(PolicySnapshot snapshot, CanonicalRequest request) {
        return snapshot.decide(request).reason();
    }

    private static boolean isOpened(PolicySnapshot snapshot, String host) {
        return snapshot.decide(connect(host)) instanceof Decision.Allow allow
                && allow.obligations().intercept();
    }
}
