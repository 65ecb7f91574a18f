package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which guardrails load, and the diagnostics of those that do not. */
class GuardrailLoadingTest extends CompiledDocuments {
    @Test
    void aGuardrailThatFailsDenies() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if to_number(input.net.host) > 1
                """));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void aGuardrailThatNeverEndsDeniesAtItsBound() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if count(numbers.range(1, 1000000000)) == 0
                """));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void listsOfTheSecurityTeamAreRead() {
        AuthoredRego guardrails = ready(
                COMPILER.guardrails(Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "listed", "message": "closed"} if input.net.host in data.lists.closed
                """), "{\"closed\": [\"api.example.com\"]}", PlanStore.NONE));
        PolicySnapshot snapshot = under(guardrails, lease(WHOLE_HOST, Map.of()));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void anAllowRuleDoesNotLoadAndSaysWhy() {
        assertThat(refused("package sallyport.guardrails\nallow if true\n"))
                .anyMatch(found -> found.code().equals("ALLOW_RULE") && found.line() == 2);
    }

    @Test
    void aForeignPackageDoesNotLoad() {
        assertThat(refused("package sallyport.sandbox\ndeny contains 1 if true\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_PACKAGE"));
        assertThat(refused("package sallyport.guardrails.deny\nx := 1\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_PACKAGE"));
    }

    @Test
    void theGrantsCannotBeRead() {
        assertThat(refused("package sallyport.guardrails\ndeny contains {\"x\": data.sallyport.index} if true\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_DATA"));
    }

    @Test
    void aDenyThatIsNoSetDoesNotLoad() {
        assertThat(refused("package sallyport.guardrails\ndeny := true\n"))
                .anyMatch(found -> found.code().equals("NOT_A_SET"));
    }

    @Test
    void aDenyInAFileNamedLikeATestIsInForce() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a_test.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if input.net.host == "api.example.com"
                """));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void testsOfTheAuthorMayStandBeside() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a_test.rego", """
                package sallyport.guardrails_test
                import data.sallyport.guardrails
                test_nothing if count(guardrails.deny) == 0
                """, "a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if input.net.host == "x.test"
                """));
        assertThat(snapshot.decide(connect("api.example.com"))).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void errorsOfOpaComeWithTheirPlace() {
        assertThat(refused("package sallyport.guardrails\n\ndeny contains x if {\n"))
                .anyMatch(found -> found.file().equals("a.rego") && found.code().equals("rego_parse_error"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rand.intn(\"x\", 2) == 1", "uuid.rfc4122(\"x\") == \"y\""})
    void aBuiltinThatAnswersByChanceIsRefusedByItsNameWithItsPlace(String condition) {
        String name = condition.substring(0, condition.indexOf('('));
        assertThat(refused("package sallyport.guardrails\n\ndeny contains 1 if " + condition + "\n"))
                .anyMatch(found -> found.line() == 3 && found.message().equals("undefined function " + name));
        String sandbox = "package sallyport.sandbox\n\ndeny contains 1 if " + condition + "\n";
        assertThat(COMPILER.sandbox(lease(WHOLE_HOST, Map.of("a.rego", sandbox)), "sb-1", NOW, PlanStore.NONE))
                .isInstanceOf(Compilation.Refused.class);
    }

    @Test
    void aBuiltinThatWouldReachOutIsRefusedWithItsPlace() {
        assertThat(refused("package sallyport.guardrails\ndeny contains 1 if http.send({}).status_code == 1\n"))
                .anyMatch(found -> found.line() == 2 && found.message().contains("http.send"));
    }
}
