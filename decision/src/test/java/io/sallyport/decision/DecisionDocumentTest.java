package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.regoengine.value.RegoJson;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecisionDocumentTest {
    private static final String GRANTED = """
            {"allow": true, "reason": "granted", "rule": "lease:net.fetch[0]", "mode": "enforce", "denies": [],
             "obligations": {"intercept": false, "credentials": [], "rate": null, "redact": []}}""";

    @Test
    void readsAGrant() {
        assertThat(read(GRANTED))
                .isEqualTo(
                        new Decision.Allow(ReasonCode.GRANTED, "lease:net.fetch[0]", Mode.ENFORCE, Obligations.NONE));
    }

    @Test
    void readsWhereATargetMayBeDialled() {
        String allowed = """
                {"allow": true, "reason": "granted", "rule": "r", "mode": "enforce", "denies": [], "obligations":
                {"intercept": false, "credentials": [], "rate": null, "redact": []%s}}""";

        assertThat(addresses(allowed.formatted(""))).isEmpty();
        assertThat(addresses(allowed.formatted(", \"addresses\": [\"10.0.0.0/8\", \"fd00::/8\"]")))
                .containsExactly("10.0.0.0/8", "fd00::/8");
        for (String misshapen : List.of("[]", "\"10.0.0.0/8\"", "[1]", "null", "{}")) {
            assertThat(read(allowed.formatted(", \"addresses\": " + misshapen)).reason())
                    .as(misshapen)
                    .isEqualTo(ReasonCode.POLICY_ERROR);
        }
    }

    private static List<String> addresses(String document) {
        return read(document) instanceof Decision.Allow allow
                ? allow.obligations().addresses()
                : List.of("denied");
    }

    @Test
    void readsObligations() {
        String document = GRANTED.replace(
                "\"intercept\": false, \"credentials\": [], \"rate\": null, \"redact\": []",
                "\"intercept\": true, \"credentials\": [\"github\"], \"rate\": \"slow\", \"redact\": [\"cookie\"]");
        assertThat(read(document))
                .isEqualTo(new Decision.Allow(
                        ReasonCode.GRANTED,
                        "lease:net.fetch[0]",
                        Mode.ENFORCE,
                        new Obligations(true, Set.of("github"), "slow", Set.of("cookie"))));
    }

    @Test
    void readsARefusalWithItsDenies() {
        assertThat(read("""
                        {"allow": false, "reason": "guardrail", "rule": "guardrails:no-gist", "mode": "enforce",
                         "denies": [{"rule": "guardrails:no-gist", "message": "gists are closed"}]}"""))
                .isEqualTo(new Decision.Deny(
                        ReasonCode.GUARDRAIL,
                        "guardrails:no-gist",
                        List.of(new Decision.DenyRule("guardrails:no-gist", "gists are closed"))));
    }

    @Test
    void readsWhatIsOnlyReportedBesideTheVerdict() {
        String reported = "\"reported\": [{\"rule\": \"guardrails:r\", \"message\": \"m\"}]";
        Decision allowed = read(GRANTED.replace("\"denies\": []", "\"denies\": [], " + reported));
        assertThat(allowed.reported().denies()).containsExactly(new Decision.DenyRule("guardrails:r", "m"));
        assertThat(allowed.reporting(Reported.NONE)).isEqualTo(read(GRANTED));
        assertThat(read("{\"allow\": false, \"reason\": \"no_grant\", " + reported + "}")
                        .reported()
                        .wouldDeny())
                .isTrue();
    }

    @Test
    void aReportNeverChangesAVerdict() {
        for (String reported : List.of("true", "{}", "null", "[1]", "\"r\"")) {
            assertThat(read(GRANTED.replace("\"denies\": []", "\"reported\": " + reported)))
                    .as(reported)
                    .isEqualTo(read(GRANTED));
        }
    }

    @Test
    void readsTheHintOfADeny() {
        String deny =
                "{\"allow\": false, \"reason\": \"guardrail\", \"denies\": [{\"rule\": \"r\", \"message\": \"m\", \"hint\": %s}]}";
        assertThat(hint(deny.formatted("\"ask the team\""))).isEqualTo("ask the team");
        assertThat(hint(deny.formatted("1"))).isNull();
    }

    private static @Nullable String hint(String document) {
        return read(document) instanceof Decision.Deny deny
                ? deny.denies().getFirst().hint()
                : "allowed";
    }

    @Test
    void onlyTrueAllows() {
        for (String word : new String[] {"\"true\"", "1", "[true]", "{}", "null"}) {
            assertThat(read(GRANTED.replace("\"allow\": true", "\"allow\": " + word)))
                    .as(word)
                    .isEqualTo(Decision.Deny.of(ReasonCode.POLICY_ERROR));
        }
    }

    @Test
    void aGrantThatIsMisshapenInAnyPartRefuses() {
        for (String[] change : new String[][] {
            {"\"granted\"", "\"no_grant\""},
            {"\"granted\"", "\"fine\""},
            {"\"enforce\"", "\"maybe\""},
            {"\"mode\": \"enforce\"", "\"mood\": \"enforce\""},
            {"\"intercept\": false", "\"intercept\": \"no\""},
            {"\"intercept\": false", "\"inspect\": false"},
            {"\"credentials\": []", "\"credentials\": {}"},
            {"\"redact\": []", "\"redact\": [1]"},
            {"\"rate\": null", "\"rate\": 1"},
            {"\"obligations\"", "\"others\""}
        }) {
            assertThat(read(GRANTED.replace(change[0], change[1])))
                    .as(change[1])
                    .isEqualTo(Decision.Deny.of(ReasonCode.POLICY_ERROR));
        }
    }

    @Test
    void aRefusalThatCallsItselfGrantedIsAFault() {
        assertThat(read("{\"allow\": false, \"reason\": \"granted\"}"))
                .isEqualTo(Decision.Deny.of(ReasonCode.POLICY_ERROR));
    }

    @Test
    void whatIsNoObjectRefuses() {
        for (String document : new String[] {"true", "[]", "null", "\"allow\"", "{}"}) {
            assertThat(read(document)).isEqualTo(Decision.Deny.of(ReasonCode.POLICY_ERROR));
        }
    }

    @Test
    void keepsAFewDeniesWithShortTexts() {
        String deny = "{\"rule\": \"r\", \"message\": \"" + "\uD83D\uDE00".repeat(1000) + "\"}";
        String denies = String.join(",", java.util.Collections.nCopies(1000, deny));
        Decision decision =
                read("{\"allow\": false, \"reason\": \"guardrail\", \"rule\": \"r\", \"denies\": [" + denies + "]}");
        Decision.Deny refused = (Decision.Deny) decision;
        assertThat(refused.denies()).hasSize(DecisionDocument.MAX_DENIES);
        assertThat(refused.denies().getFirst().message())
                .isEqualTo("\uD83D\uDE00".repeat(DecisionDocument.MAX_TEXT) + "...");
    }

    private static Decision read(String json) {
        return DecisionDocument.read(RegoJson.valueOf(json));
    }
}
