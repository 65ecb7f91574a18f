package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Diagnostic;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions of a deny, as OPA's compiler plans them: those that close a host at CONNECT, and those that do not. */
class ClosingNegationsTest {
    private static final RegoCompiler REGO = new RegoCompiler(CompilerSettings.defaults(), () -> 0L);
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);

    @AfterAll
    static void close() {
        REGO.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not input.net.method == \"GET\"",
                "not \"GET\" == input.net.method",
                "not input.net.query.key",
                "not input.net[\"segments\"][0] == \"x\"",
                "not is_get",
                "net := input.net; not net.method == \"GET\"",
                "some x in [1, 2]; x > 1; not input.net.method == \"GET\"",
                "input.net.host == \"a.test\"; not input.net.method == \"GET\"",
                "input.kind == \"connect\"; not input.net.method == \"GET\"",
            })
    void aNegationThatHoldsAtConnectIsWarnedOfAtItsPlace(String condition) {
        List<Diagnostic> warnings = warnings(condition);
        assertThat(warnings).hasSize(1);
        Diagnostic warning = warnings.getFirst();
        assertThat(warning.isError()).isFalse();
        assertThat(warning.code()).isEqualTo("HOLDS_AT_CONNECT");
        assertThat(warning.file()).isEqualTo("a.rego");
        assertThat(warning.line()).isEqualTo(4);
        assertThat(warning.column()).isEqualTo(2 + condition.indexOf("not "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.net.method != \"GET\"",
                "not input.net.host == \"a.test\"",
                "not input.sandbox.labels.team == \"docs\"",
                "not input.net.port == 443",
                "method := input.net.method; not method == \"GET\"",
                "input.net.path; not input.net.method == \"GET\"",
                "input.kind == \"http\"; not input.net.method == \"GET\"",
                "input.kind != \"connect\"; not input.net.method == \"GET\"",
                "every method in [\"GET\", \"HEAD\"] { input.net.method != method }",
                // OPA reads the arguments of a call before the negation, and what is not there ends the rule
                "not input.net.method in {\"GET\", \"HEAD\"}",
                "not startswith(input.net.path, \"/open\")",
                "not no_get",
                "not input.net.method == \"GET\" with input as {\"net\": {\"method\": \"PUT\"}}",
            })
    void whatDoesNotHoldThereIsNot(String condition) {
        assertThat(warnings(condition)).isEmpty();
    }

    @Test
    void itIsSaidAgainWhereTheProgramIsKnown() {
        assertThat(warnings("not input.net.method == \"PUT\"")).hasSize(1);
        assertThat(warnings("not input.net.method == \"PUT\"")).hasSize(1);
    }

    private static List<Diagnostic> warnings(String condition) {
        String rego = "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if {\n\t"
                + condition
                + "\n}\n\nis_get if input.net.method == \"GET\"\n\nno_get if method_is_none\n\n"
                + "method_is_none if false\n";
        return COMPILER.guardrails(Map.of("a.rego", rego), null, PlanStore.NONE)
                        instanceof Compilation.Ready<AuthoredRego>(var _, var diagnostics)
                ? diagnostics
                : List.of(Diagnostic.error("a.rego", 0, 0, "REFUSED", condition, null));
    }
}
