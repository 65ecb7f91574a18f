package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.eval.ToBytecode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Obligations that nobody can carry out, as far as constants show it. */
class ObligationConstantsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final PolicyCompiler CONFIGURED =
            compiler(DocumentRules.BY_DEFAULT.withRates(Set.of("slow", "quick")));
    private static final PolicyCompiler WITHOUT_RATES = compiler(DocumentRules.BY_DEFAULT.withRates(Set.of()));
    private static final PolicyCompiler UNCONFIGURED = compiler(DocumentRules.BY_DEFAULT);

    private static PolicyCompiler compiler(DocumentRules rules) {
        return new PolicyCompiler(
                SharedCompiler.REGO, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED, rules);
    }

    private static Map<String, String> guardrails(String body) {
        return Map.of("a.rego", "package sallyport.guardrails\n\n" + body + "\n");
    }

    private static List<String> said(PolicyCompiler compiler, String body) {
        return said(compiler.guardrails(guardrails(body), null, PlanStore.NONE));
    }

    private static List<String> said(Compilation<?> made) {
        return made instanceof Compilation.Refused<?>(var diagnostics)
                ? diagnostics.stream().map(Diagnostic::toString).toList()
                : List.of();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "obligations contains {\"rate\": \"sloww\"}",
                "obligations contains {\"rate\": \"sloww\"} if input.net.host == \"a.test\"",
                "obligations contains {\"intercept\": true, \"rate\": \"sloww\", \"redact\": [\"cookie\"]} if input.net.port == 443",
                "obligations contains x if {\n\tsome port in [1, 2]\n\tport == input.net.port\n\tx := {\"rate\": \"sloww\"}\n}"
            })
    void aNameThatIsNotConfiguredIsAnErrorWithTheNearest(String body) {
        assertThat(said(CONFIGURED, body)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"redact\": [\"cookie\", \"user.pass word\"]}",
                "{\"redact\": [\"/user/password\"]}",
                "{\"redact\": {\"Host\"}}",
                "{\"redact\": [\"Content-Length\"]}",
                "{\"redact\": \"cookie\"}",
                "{\"intercept\": false}",
                "{\"rate\": true}",
                "{\"credentials\": [\"github\"]}",
                "{\"redcat\": [\"cookie\"]}"
            })
    void whatNobodyCanCarryOutDoesNotLoad(String obligation) {
        for (PolicyCompiler compiler : List.of(CONFIGURED, UNCONFIGURED)) {
            assertThat(said(compiler, "obligations contains " + obligation + " if input.net.host == \"a.test\""))
                    .singleElement()
                    .asString()
                    .contains("a.rego:3:", "UNKNOWN_OBLIGATION");
        }
    }

    @Test
    void fieldsOfHeadersAreTakenOutInAnyCaseAndOfSets() {
        assertThat(said(CONFIGURED, "obligations contains {\"intercept\": true, \"redact\": {\"Cookie\", \"x_Key\"}}"))
                .isEmpty();
        assertThat(
                        said(
                                CONFIGURED,
                                "names := [\"not a field\"]\n\nobligations contains {\"redact\": [name]} if some name in names"))
                .as("computed")
                .isEmpty();
    }

    @Test
    void theErrorSaysWhereAndWhatToWrite() {
        assertThat(said(CONFIGURED, "obligations contains {\"rate\": \"sloww\"} if input.net.host == \"a.test\""))
                .singleElement()
                .asString()
                .contains("a.rego:3:", "UNKNOWN_RATE", "no rate sloww is configured", "write slow");
        assertThat(said(WITHOUT_RATES, "obligations contains {\"rate\": \"slow\"}"))
                .singleElement()
                .asString()
                .contains("no rate slow is configured", "name it in the configuration: rates");
    }

    @Test
    void theRightNamesAndThoseThatAreComputedPass() {
        assertThat(said(CONFIGURED, "obligations contains {\"rate\": \"slow\"}"))
                .isEmpty();
        assertThat(said(CONFIGURED, "obligations contains {\"rate\": concat(\"\", [\"no\", \"ne\"])}"))
                .isEmpty();
        assertThat(
                        said(
                                CONFIGURED,
                                "deny contains {\"rule\": \"a\", \"message\": \"b\"} if {\"rate\": \"x\"}.rate == input.net.host"))
                .isEmpty();
        assertThat(said(UNCONFIGURED, "obligations contains {\"rate\": \"any\"}"))
                .as("no configuration is known")
                .isEmpty();
    }

    @Test
    void whatWasCompiledBeforeIsToldAsWell() {
        String body = "obligations contains {\"rate\": \"gone\"}";
        var store = new Kept(new HashMap<>());
        assertThat(said(UNCONFIGURED.guardrails(guardrails(body), null, store))).isEmpty();
        assertThat(said(UNCONFIGURED.guardrails(guardrails(body), null, store))).isEmpty();
        assertThat(said(CONFIGURED.guardrails(guardrails(body), null, store)))
                .singleElement()
                .asString()
                .contains("a.rego:3:", "UNKNOWN_RATE");
    }

    @Test
    void aSandboxIsToldWhenItIsSubmittedAndNotRefusedAtARestart() {
        assertThat(said(sandbox(NOW))).singleElement().asString().contains("s.rego:2:", "UNKNOWN_RATE");
        assertThat(said(sandbox(null))).isEmpty();
    }

    private record Kept(Map<String, byte[]> bundles) implements PlanStore {
        @Override
        public byte @Nullable [] find(String digest) {
            return bundles.get(digest);
        }

        @Override
        public void keep(String digest, byte[] bundle) {
            bundles.put(digest, bundle);
        }
    }

    private static Compilation<SandboxPolicy> sandbox(@Nullable Instant submitted) {
        String rego = "package sallyport.sandbox\nobligations contains {\"rate\": \"sloww\"}";
        var documents = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"https://**\"]}")
                .rego(Map.of("s.rego", rego))
                .build();
        return CONFIGURED.sandbox(documents, "sb", submitted, PlanStore.NONE);
    }
}
