package io.sallyport.regoengine.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON Schemas of {@code data.lists}, from the request and from annotations. */
class DataSchemasTest {
    private static final String TEAMS = """
            {
              "type": "object",
              "properties": {"docs": {"$ref": "#/definitions/team"}},
              "definitions": {"team": {"type": "object", "properties": {"hosts": {"type": "array"}}}}
            }
            """;

    private static final Map<String, String> SCHEMAS = Map.of("lists", """
            {
              "type": "object",
              "properties": {"hosts": {"type": "array", "items": {"type": "string"}}, "teams": {}}
            }
            """, "lists/teams", TEAMS);

    @Test
    void aMisspeltMemberIsAnErrorThatNamesTheNearest() {
        assertThat(error("input.net.host in data.lists.teams.docs.hots"))
                .isEqualTo("undefined ref: data.lists.teams.docs.hots; write data.lists.teams.docs.hosts");
        assertThat(error("some h in data.lists.hsts; h == input.net.host")).endsWith("; write data.lists.hosts");
    }

    @Test
    void aValueOfAnotherTypeIsAnError() {
        assertThat(error("input.net.port in data.lists.hosts")).startsWith("match error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.net.host in data.lists.hosts",
                "input.net.host in data.lists.teams.docs.hosts",
                "input.net.host in data.lists.teams[input.net.method].hosts",
                "some team; data.lists.teams[team].hosts[_] == input.net.host"
            })
    void aSchemaChangesNothingOfThePlan(String condition) {
        CompileRequest request = request(rule("", condition));
        assertThat(((Compiled) SharedCompiler.compile(request.describedBy(SCHEMAS))).planJson())
                .isEqualTo(((Compiled) SharedCompiler.compile(request)).planJson());
    }

    @Test
    void anAnnotationDescribesWithoutASchemaOfTheRequest() {
        String inline = "data.lists.hosts: {type: array, items: {type: string}}";
        CompileRequest request = request(rule(inline, "data.lists.hosts.x == 1"));
        assertThat(message((Refused) SharedCompiler.compile(request)))
                .isEqualTo(
                        "undefined ref: data.lists.hosts.x; data.lists.hosts is a list: write \"x\" in data.lists.hosts");
        assertThat(SharedCompiler.compile(request(rule("data.lists.hosts: schema.hosts", "data.lists.hosts.x == 1"))))
                .isInstanceOf(Compiled.class);
    }

    @Test
    void anAnnotationNamesASchemaThatIsGiven() {
        String named = rule("data.lists.a: schema.lists.teams", "data.lists.a.docs.hots == 1");
        assertThat(message((Refused) SharedCompiler.compile(request(named).describedBy(Map.of("lists/teams", TEAMS)))))
                .endsWith("write data.lists.a.docs.hosts");
        String unknown = rule("data.lists.a: schema.unknown", "data.lists.a == 1");
        assertThat(message((Refused) SharedCompiler.compile(request(unknown).describedBy(SCHEMAS))))
                .startsWith("undefined schema: schema.unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"input: {type: string}", "input.net: schema.net", "data.a: {}", "data: {}"})
    void anAnnotationOfAnythingElseIsRefusedAndChangesNoType(String annotation) {
        var outcome = (Compiled) SharedCompiler.compile(request(rule(annotation, "input.net.host == \"a.test\"")));
        assertThat(outcome.findings().list()).singleElement().satisfies(found -> {
            assertThat(found.code()).isEqualTo("UNKNOWN_SCHEMA");
            assertThat(found.isWarning()).isFalse();
            assertThat(found.row()).isEqualTo(3);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/schema.json", "file:///etc/passwd", "file:///proc/self/environ"})
    void aSchemaReachesNothingOutside(String reference) {
        String annotation = "data.lists.hosts: {$ref: \"" + reference + "\"}";
        assertThat(message((Refused) SharedCompiler.compile(request(rule(annotation, "data.lists.hosts[_] == 1")))))
                .startsWith("unable to compile the schema: ")
                .doesNotContain("root:");
    }

    @Test
    void testsReplaceWhatIsDescribed() {
        String test = """
                package a_test

                test_hosts if count(data.a.deny) == 1 with data.lists as {"hosts": {"x"}} with input as {}
                """;
        CompileRequest request = CompileRequest.of(
                        Map.of("a.rego", rule("", "input.net.host in data.lists.hosts"), "a_test.rego", test),
                        List.of())
                .asking(CompileRequest.Kind.TESTS)
                .describedBy(SCHEMAS);
        assertThat(SharedCompiler.compile(request)).isInstanceOf(Compiled.class);
    }

    private static String error(String condition) {
        return message(
                (Refused) SharedCompiler.compile(request(rule("", condition)).describedBy(SCHEMAS)));
    }

    private static String message(Refused refused) {
        CompileError error = refused.errors().getFirst();
        return error.message() + (error.help().isEmpty() ? "" : "; " + error.help());
    }

    private static CompileRequest request(String rego) {
        return CompileRequest.of(Map.of("a.rego", rego), List.of("a/deny"))
                .notStrict()
                .checking(PolicyChecksTest.CHECKS);
    }

    /** @param annotation an entry of {@code schemas}, or empty for none */
    private static String rule(String annotation, String condition) {
        String metadata = annotation.isEmpty() ? "" : "# METADATA\n# schemas:\n# - " + annotation + "\n";
        return "package a\n\n" + metadata + "deny contains {\"rule\": \"a\", \"message\": \"m\"} if {\n"
                + "\tinput.net.host == \"a.test\"\n\t" + condition + "\n}\n";
    }
}
