package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions of a deny, as planned by OPA's compiler: those that close a host at CONNECT, and those that do not. */
class ClosingNegationsTest {
    private static final RegoCompiler REGO = SharedCompiler.REGO;
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);

    /** Other bodies of the same set, with the same numbers for their locals. */
    private static final String OTHER_BODIES = deny("input.net.host == \"a.test\"")
            + deny("x := input; y := x.net; y.host == \"b.test\"; y.port == 1")
            + deny("input.kind == \"http\"; input.net.path == \"/\"")
            + deny("some x in [input.net, input]; x.host");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not input.net.method == \"GET\"",
                "not \"GET\" == input.net.method",
                "not input.net.query.key",
                "not input.net[\"segments\"][0] == \"x\"",
                "not is_get",
                "maybe_get; not input.net.path == \"/\"",
                "by_default; not input.net.path == \"/\"",
                "is_get with input as {\"net\": {\"method\": \"GET\"}}; not input.net.path == \"/\"",
                "not input.net.content_type == \"text/plain\"",
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
        assertThat(warning.line()).isEqualTo(8);
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
                // OPA reads the arguments of a call before the negation, and an absent argument ends the rule
                "not input.net.method in {\"GET\", \"HEAD\"}",
                "not startswith(input.net.path, \"/open\")",
                "not no_get",
                "not input.net.method == \"GET\"; input.net.path",
                "is_get; not input.net.path == \"/\"",
                "posts(\"POST\"); not input.net.path == \"/\"",
                "not input.net.method == \"GET\" with input as {\"net\": {\"method\": \"PUT\"}}",
            })
    void whatDoesNotHoldThereIsNot(String condition) {
        assertThat(warnings(condition)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data.lists.path; not input.net.method == \"GET\"",
                "x := data.lists; y := x.method; y == \"a\"; not input.net.method == \"GET\"",
                "data.lists == \"http\"; not input.net.method == \"GET\"",
                "some x in data.lists; x.path; not input.net.method == \"GET\"",
            })
    void whatABodyBesideFindsInTheInputHidesNone(String condition) {
        assertThat(warnings(condition + OTHER_BODIES)).hasSize(1);
        assertThat(warnings("input.kind == \"http\"; input.net.path" + OTHER_BODIES + deny(condition)))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not data.lists.method == \"GET\"",
                "not data.lists.a.path",
                "x := data.lists; not x.method == \"GET\"",
                "some x in data.lists; not x.method",
                "every x in data.lists { not x.method == \"GET\" }",
                "input.sandbox with input.net as {\"host\": \"a\"}; not data.lists.path",
            })
    void whatABodyBesideFindsInTheInputIsNothingToWarnOf(String condition) {
        assertThat(warnings(condition + OTHER_BODIES)).isEmpty();
        assertThat(warnings("input.kind == \"http\"; input.net.path" + OTHER_BODIES + deny(condition)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.net.host with input.net.host as \"a\"; not input.net.method == \"GET\"",
                "input.net.host with data.lists as []; not input.net.method == \"GET\"",
                "not input.net.method == \"GET\" with data.lists as []",
            })
    void aNegationBehindWithIsWarnedOf(String condition) {
        assertThat(warnings(condition)).hasSize(1);
    }

    @Test
    void aRuleInReportModeClosesNothing() {
        String negation = "not input.net.method == \"GET\"";
        String reported =
                "input.net.host == \"b.test\"\n}\n\ndeny contains {\"rule\": \"s\", \"message\": \"m\", \"mode\":"
                        + " \"report\"} if {\n\t" + negation;
        assertThat(warnings(reported)).isEmpty();
        assertThat(warnings(reported + deny(negation))).hasSize(1);
    }

    @Test
    void itIsSaidAgainWhereTheProgramIsKnown() {
        assertThat(warnings("not input.net.method == \"PUT\"")).hasSize(1);
        assertThat(warnings("not input.net.method == \"PUT\"")).hasSize(1);
    }

    private static String deny(String condition) {
        return "\n}\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if {\n\t" + condition;
    }

    private static List<Diagnostic> warnings(String condition) {
        String rego = "package sallyport.guardrails\n\nnone if {\n\tfalse"
                + deny(condition)
                + "\n}\n\nis_get if input.net.method == \"GET\"\n\n"
                + "maybe_get if input.net.method == \"GET\"\n\nmaybe_get if input.net.port == 443\n\n"
                + "default by_default := 1\n\nby_default := 2 if input.net.method == \"GET\"\n\n"
                + "posts(method) if input.net.method == method\n\nno_get if method_is_none\n\n"
                + "method_is_none if false\n";
        String lists = "{\"path\": \"a\", \"method\": \"b\", \"a\": {}}";
        return COMPILER.guardrails(Map.of("a.rego", rego), lists, PlanStore.NONE)
                        instanceof Compilation.Ready<AuthoredRego>(var _, var diagnostics)
                ? diagnostics.stream()
                        .filter(found -> found.has(DiagnosticCode.HOLDS_AT_CONNECT))
                        .toList()
                : List.of(Diagnostic.ofCompiler("a.rego", 0, 0, "REFUSED", condition, null));
    }
}
