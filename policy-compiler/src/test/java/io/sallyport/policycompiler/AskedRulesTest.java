package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deny that asks refuses; a person may lift it, and nothing beside it. */
class AskedRulesTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"https://a.test/**\", \"http://a.test/**\"]}";
    private static final String ASKS = "deny contains {\"rule\": \"r\", \"message\": \"m\", \"ask\": true} if ";
    private static final String PLAIN = "deny contains {\"rule\": \"e\", \"message\": \"m\"} if ";

    @Test
    void itRefusesAndSaysWhatAnApprovalComesTo() {
        Decision.Deny deny = denied(guardrails(ASKS + "input.net.host == \"a.test\""), get("a.test", "/"));
        assertThat(deny.reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(deny.denies()).containsExactly(new DenyRule("guardrails:r", "m", null, true));
        assertThat(deny.ifApproved()).isNotNull().extracting(Decision::rule).isEqualTo("lease:net.fetch[1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PLAIN + "input.net.path == \"/\"",
                "deny contains {\"rule\": \"r2\", \"message\": \"m\", \"ask\": \"yes\"} if input.net.method",
                "deny contains {\"rule\": \"r2\", \"ask\": true} if input.net.method",
            })
    void whatRefusesBesideItIsNotLifted(String beside) {
        PolicySnapshot snapshot = guardrails(ASKS + "input.net.method", beside);
        assertThat(denied(snapshot, get("a.test", "/")).ifApproved()).isNull();
    }

    @Test
    void aMissingGrantIsNotLifted() {
        PolicySnapshot snapshot = guardrails(ASKS + "input.net.method");
        assertThat(denied(snapshot, get("b.test", "/")).ifApproved()).isNull();
    }

    @Test
    void whatTheGuardrailsAttachStays() {
        PolicySnapshot snapshot = guardrails(
                ASKS + "input.net.method", "obligations contains {\"redact\": [\"cookie\"]} if input.net.method");
        Decision.Allow allow =
                Objects.requireNonNull(denied(snapshot, get("a.test", "/")).ifApproved());
        assertThat(allow.obligations().redact()).containsExactly("cookie");
    }

    @Test
    void moreRulesThanAreKeptAskNobody() {
        PolicySnapshot snapshot =
                guardrails("deny contains {\"rule\": sprintf(\"r%d\", [i]), \"message\": \"m\", \"ask\": true}"
                        + " if some i in numbers.range(1, 30)");
        assertThat(denied(snapshot, get("a.test", "/")).ifApproved()).isNull();
    }

    @Test
    void aRuleInReportModeAsksNobody() {
        PolicySnapshot snapshot =
                guardrails("deny contains {\"rule\": \"r\", \"message\": \"m\", \"ask\": true, \"mode\": \"report\"}"
                        + " if input.net.method");
        assertThat(snapshot.decide(get("a.test", "/"))).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void aRefusalThatReadsTheTimeIsAskedEachTime() {
        PolicySnapshot snapshot = guardrails(ASKS + "time.now_ns() > 0");
        assertThat(denied(snapshot, get("a.test", "/")).ifApproved()).isNotNull();
        assertThat(snapshot.judge(get("a.test", "/"), RequestHeaders.EMPTY).lasting())
                .isFalse();
    }

    private static Decision.Deny denied(PolicySnapshot snapshot, CanonicalRequest request) {
        return (Decision.Deny) snapshot.decide(request);
    }

    private PolicySnapshot guardrails(String... rules) {
        return snapshot(LEASE, Map.of("a.rego", "package sallyport.guardrails\n\n" + String.join("\n\n", rules)));
    }
}
