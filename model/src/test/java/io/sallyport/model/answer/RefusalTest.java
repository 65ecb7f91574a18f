package io.sallyport.model.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RefusalTest {
    private static final Refusal.Asked ASKED = new Refusal.Asked("h", 443, "GET", "/a");

    private static String json(Refusal refusal) {
        return new String(refusal.json(), StandardCharsets.UTF_8);
    }

    @Test
    void theBodyIsTheOneOfTheDesign() {
        var usedUp = new Objection(ReasonCode.BUDGET_EXHAUSTED, "net.fetch", "https://h/a", "USD", "-0.01");
        var noGrant = new Objection(ReasonCode.NO_GRANT, "net.fetch", "https://h/a", null, null);
        Refusal refusal = new Refusal(
                ReasonCode.NO_GRANT,
                403,
                "no",
                "--allow h",
                "guardrails:x",
                ASKED,
                List.of("https://a/**"),
                "id-1",
                new DecisionGrounds("job-1", null, List.of(noGrant, usedUp)));
        assertThat(json(refusal)).isEqualTo("""
                        {"error":"denied","code":"PERMISSION_DENIED","reason":"no_grant","message":"no","hint":"--allow h",\
                        "retryable":false,"request":{"host":"h","port":443,"method":"GET","path":"/a"},"rule":"guardrails:x",\
                        "allowed":["https://a/**"],"audit_id":"id-1","lease_id":"job-1","reasons":[{"code":"PERMISSION_DENIED",\
                        "reason":"no_grant","capability":"net.fetch","target":"https://h/a"},{"code":"BUDGET_EXHAUSTED",\
                        "reason":"budget_exhausted","capability":"net.fetch","target":"https://h/a","pattern":"USD"}]}""");
    }

    @Test
    void whatIsNotKnownIsNull() {
        assertThat(json(Refusal.of(ReasonCode.NO_IDENTITY, Refusal.Asked.UNKNOWN, "id")))
                .contains(
                        "\"request\":{\"host\":null,\"port\":null,\"method\":null,\"path\":null},\"rule\":null,\"allowed\":[]")
                .contains("\"hint\":\"http_proxy has to hold");
    }

    @Test
    void theQueryNeverShows() {
        Refusal.Asked asked = new Refusal.Asked("h?x", 1, "GET", "/a?token=s3cret#f");
        assertThat(json(Refusal.of(ReasonCode.NOT_CANONICAL, asked, "id")))
                .doesNotContain("s3cret")
                .contains("\"path\":\"/a\"");
    }

    @Test
    void hostileTextStaysInsideItsString() {
        Refusal.Asked asked = new Refusal.Asked("h\"}\r\n\0", 1, "G\\", "/\u2028");
        assertThat(json(Refusal.of(ReasonCode.MALFORMED_REQUEST, asked, "id")))
                .contains("\"host\":\"h\\\"}\\r\\n\\u0000\"", "\"method\":\"G\\\\\"")
                .doesNotContain("\n", "\r");
    }

    @Test
    void textOfTheClientIsCut() {
        Refusal.Asked asked = new Refusal.Asked("h".repeat(100_000), 1, "G".repeat(100_000), "/".repeat(100_000));
        assertThat(Refusal.of(ReasonCode.NO_GRANT, asked, "id").json()).hasSizeLessThan(13_000);
    }

    @Test
    void whatIsRepeatedInEachReasonIsShort() {
        var longest = new Objection(ReasonCode.NO_GRANT, "tool.call", "x".repeat(1_023) + "\ud83d\ude00", null, null);
        Refusal refusal = Refusal.of(ReasonCode.NO_GRANT, ASKED, "id")
                .on(new DecisionGrounds("job-1", null, Collections.nCopies(1_000, longest)));
        assertThat(refusal.grounds().objections()).hasSize(20);
        assertThat(json(refusal)).contains("x".repeat(1_023) + "\"}").hasSizeLessThan(25_000);
    }

    @Test
    void atMostTwentyPatternsAreNamed() {
        Refusal refusal = Refusal.of(Decision.Deny.of(ReasonCode.NO_GRANT), ASKED, Collections.nCopies(50, "p"), "id");
        assertThat(refusal.allowed()).hasSize(20);
    }

    @Test
    void aGuardrailsOwnWordsAreTheHint() {
        Decision.Deny deny = new Decision.Deny(
                ReasonCode.GUARDRAIL,
                "guardrails:no-gist",
                List.of(new Decision.DenyRule("guardrails:no-gist", "gists are closed")));
        assertThat(json(Refusal.of(deny, ASKED, List.of(), "id")))
                .contains("\"hint\":\"gists are closed\"", "\"rule\":\"guardrails:no-gist\"");
    }

    @Test
    void aGuardrailThatGivesAHintSpeaksForItself() {
        Decision.Deny deny = new Decision.Deny(
                ReasonCode.GUARDRAIL,
                "guardrails:no-gist",
                List.of(new Decision.DenyRule("guardrails:no-gist", "gists are closed", "use the team's repository")));
        assertThat(json(Refusal.of(deny, ASKED, List.of(), "id")))
                .contains("\"message\":\"gists are closed\"", "\"hint\":\"use the team's repository\"");
    }

    @Test
    void thePhraseAndHeaderCarryTheReason() {
        Refusal refusal = Refusal.of(ReasonCode.NO_GRANT, ASKED, "id");
        assertThat(refusal.status()).isEqualTo(403);
        assertThat(refusal.reasonPhrase()).isEqualTo("Denied: no_grant");
        assertThat(refusal.proxyStatus()).isEqualTo("sallyport; error=http_request_denied; details=\"no_grant\"");
        assertThat(Refusal.of(ReasonCode.LEASE_EXPIRED, ASKED, "id")
                        .withStatus(403)
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonHasHeaderSafeWords(ReasonCode reason) {
        Refusal refusal = Refusal.of(reason, ASKED, "id");
        assertThat(refusal.reasonPhrase()).matches("[A-Z][a-z]+: [a-z_]+");
        assertThat(refusal.proxyStatus()).matches("sallyport; error=[a-z_]+; details=\"[a-z_]+\"");
    }
}
