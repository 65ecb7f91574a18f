package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages that ship for guardrails to import. */
class ShippedPackageTest extends CompiledDocuments {
    private static final String NO_FORGES = """
            package sallyport.guardrails
            import data.sallyport.forge
            deny contains {"rule": "r", "message": "m"} if {
                some operation in forge.operations
                operation.action != "read"
            }
            """;

    @Test
    void guardrailsImportOne() {
        PolicySnapshot snapshot =
                snapshot("{\"net.fetch\": [\"https://**\", \"http://**\"]}", Map.of("a.rego", NO_FORGES));
        assertThat(snapshot.decide(http("GET", "github.com", "/acme/tool"))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(http("POST", "github.com", "/acme/tool")).reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(snapshot.decide(http("POST", "www.example.com", "/"))).isInstanceOf(Decision.Allow.class);
    }

    /** Else it would be undefined, and no rule that reads it would ever deny. */
    @ParameterizedTest
    @ValueSource(
            strings = {"data[\"sallyport\"].forge.kind", "data.sallyport[\"forge\"].kind", "data.sallyport[_].kind"})
    void itIsReadByItsPlainNameAlone(String reference) {
        assertThat(refused("package sallyport.guardrails\ndeny contains 1 if " + reference + " == \"github\"\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_DATA"));
    }

    @Test
    void guardrailsCannotReplaceOrExtendIt() {
        assertThat(refused("package sallyport.forge\nkind := \"mine\"\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_PACKAGE"));
    }

    @Test
    void aSandboxCannotImportIt() {
        String sandbox = NO_FORGES.replace("sallyport.guardrails", "sallyport.sandbox");
        assertThat(COMPILER.sandbox(lease(WHOLE_HOST, Map.of("a.rego", sandbox)), "sb-1", NOW, PlanStore.NONE))
                .isInstanceOf(Compilation.Refused.class);
    }
}
