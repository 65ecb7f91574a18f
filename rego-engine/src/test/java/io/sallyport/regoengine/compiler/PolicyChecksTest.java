package io.sallyport.regoengine.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found in a policy beside OPA's errors, over a small schema. */
class PolicyChecksTest {
    static final PolicyChecks CHECKS = new PolicyChecks(List.of("a"), """
            {
              "type": "object",
              "properties": {
                "kind": {"type": "string", "enum": ["connect", "http", "tool"]},
                "net": {
                  "type": "object",
                  "x-kinds": ["connect", "http"],
                  "properties": {
                    "host": {"type": "string", "pattern": "^[a-z.]+$", "x-part": "^[a-z.]*$"},
                    "port": {"type": "integer", "minimum": 1, "maximum": 65535},
                    "method": {"type": "string", "x-kinds": ["http"], "pattern": "^[A-Z]+$"},
                    "query": {
                      "type": "object",
                      "x-kinds": ["http"],
                      "additionalProperties": {"type": "array", "items": {"type": "string"}}
                    },
                    "headers": {
                      "type": "object",
                      "x-kinds": ["http"],
                      "propertyNames": {"pattern": "^[^A-Z]+$"},
                      "patternProperties": {"^cookie$": {"type": "array", "maxItems": 0}},
                      "additionalProperties": {"type": "array", "items": {"type": "string"}}
                    },
                    "length": {"type": "integer", "x-kinds": ["http"], "x-unknown": "a request of unknown length"},
                    "body": {"x-kinds": [], "x-withheld": true}
                  }
                },
                "action": {"type": "object", "x-kinds": ["tool"], "properties": {"target": {"type": "string"}}}
              }
            }
            """);

    static final String FAULTY = """
            package a

            deny contains {"rule": "a", "message": "m"} if {
            	input.net.method == "get"
            	input.kind in {"http", "htpt"}
            	unused := 1
            }

            dney contains 1
            """;

    private static final String HOST = "input.net.host == \"a.test\"; ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "input.kind == \"https\" | NEVER_EQUAL",
                "\"https\" == input.kind | NEVER_EQUAL",
                "k := input.kind; k == \"https\" | NEVER_EQUAL",
                "x := \"https\"; input.kind == x | NEVER_EQUAL",
                "some k in [input.kind]; input.kind != \"https\" | NEVER_EQUAL",
                "x := {input.kind == \"https\"}; x != {true} | NEVER_EQUAL",
                "not input.kind == \"https\" | NEVER_EQUAL",
                "not { input.kind == \"https\" } | NEVER_EQUAL",
                "every s in [1] { s == 1; input.kind == \"https\" } | NEVER_EQUAL",
                "input.net.port != \"443\" | NEVER_EQUAL",
                "input.net.port == 0 | NEVER_EQUAL",
                "endswith(input.net.host, \".A\") | NEVER_EQUAL",
                "input.net.query.a == \"b\" | NEVER_EQUAL",
                "input.net.query.a.b | UNKNOWN_FIELD",
                "input.net.headers.Accept | UNKNOWN_FIELD",
                "h := input.net; h.headers[\"Accept\"] | UNKNOWN_FIELD",
                "object.get(input, \"knd\", 1) == 1 | UNKNOWN_FIELD",
                "input.net.headers.cookie[_] | WITHHELD_HEADER",
                "count(input.net.headers.cookie) == 1 | WITHHELD_HEADER",
                "c := input.net.headers.cookie; c[0] == \"a\" | WITHHELD_HEADER",
                "x := sprintf(\"%v\", [input.net.headers.cookie]); x != \"\" | WITHHELD_HEADER",
                "input.net.length > 1 | UNREADABLE_FIELD",
                "input.net.body | UNREADABLE_FIELD",
                "input.net.method == \"GET\"; input.net.method == \"PUT\" | NEVER_TRUE",
                "input.net.method in {\"GET\"}; input.net.method != \"GET\" | NEVER_TRUE",
                "input.action.target == \"a\" | NEVER_TRUE",
                "x := 1 | UNUSED_LOCAL",
                "some i, _ in [1]; true | UNUSED_LOCAL"
            })
    void finds(String condition, String code) {
        assertThat(found(HOST + condition)).extracting(PolicyFinding::code).contains(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.kind == \"http\"",
                "input.net.method != null",
                "input.net.headers.cookie",
                "not input.net.headers.cookie",
                "input.net.headers.cookie != null",
                "\"cookie\" in object.keys(input.net.headers)",
                "x := input.net.headers.accept[_]; startswith(x, \"a\")",
                "\"b\" in input.net.query.a",
                "input.net.query.a == [\"b\"]",
                "field := data.a.names[_]; input.net[field] == \"a\"",
                "lower(input.net.host) == \"A\"",
                "count(input.net) > 1",
                "{\"kind\": \"https\"} != input"
            })
    void passesWhatMayHold(String condition) {
        assertThat(found(HOST + condition)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "input.net.method == \"GET\" | OPENS_TUNNELS",
                "input.net.method == \"GET\"; input.net.host == \"a.test\" | OPENS_TUNNELS",
                "reads | OPENS_TUNNELS",
                "n := input.net; n.query.a | OPENS_TUNNELS",
                "input.kind == \"http\"; input.net.method == \"GET\" | MISSES_TUNNELS",
                "input.kind != \"connect\"; reads | MISSES_TUNNELS"
            })
    void tellsWhatARuleDoesAtAConnect(String condition, String code) {
        assertThat(found(condition)).extracting(PolicyFinding::code).containsExactly(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.net.host == \"a.test\"; reads",
                "on_a; input.net.method == \"GET\"",
                "startswith(input.net.host, \"a\"); not reads",
                "input.net.port == 443",
                "input.net.method == \"GET\"; input.kind == \"http\"; input.net.port in {1}; false",
            })
    void aConditionOnTheHostKeepsTunnelsClosed(String condition) {
        assertThat(found(condition)).extracting(PolicyFinding::code).doesNotContain("MISSES_TUNNELS");
        if (!condition.startsWith("input.net.method")) {
            assertThat(found(condition)).extracting(PolicyFinding::code).doesNotContain("OPENS_TUNNELS");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not input.net.query.a in {[\"b\"]}",
                "not \"b\" in input.net.query.a",
                "input.net.query.a != [\"b\"]",
                "q := input.net.query.a; not count(q) == 1; not startswith(q[0], \"b\")",
                "not startswith(lower(input.net.headers.accept[0]), \"b\")",
                "not names[input.net.headers.accept[0]]",
                "differs"
            })
    void tellsOfAConditionThatAMissingMemberDoesNotMeet(String condition) {
        assertThat(found(HOST + condition)).extracting(PolicyFinding::code).containsExactly("MISSING_PASSES");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not input.net.query.a == [\"b\"]",
                "input.net.query.a; not input.net.query.a in {[\"b\"]}",
                "q := input.net.query.a; count(q) > 0; q != [\"b\"]",
                "not object.get(input.net.query, \"a\", []) in {[\"b\"]}",
                "some q in input.net.query.a; q != \"b\"",
                "input.net.query.a != null",
                "not input.net.query.absent in {[\"b\"]}",
                "not input.net.method in {\"GET\"}",
                "not differs"
            })
    void aConditionIsMetByAMissingMemberOrMeantForPresentOnes(String condition) {
        assertThat(found(HOST + condition)).extracting(PolicyFinding::code).doesNotContain("MISSING_PASSES");
    }

    @Test
    void rulesThatNothingReadsAreFoundAndThoseOfTestsAreNot() {
        String test = "package a_test\n\nimport data.a\n\ntest_x if a.helped == 1 with input as {\"knd\": 1}\n";
        String text = """
                package a

                deny contains {"rule": "a", "message": "m"} if read

                read if input.kind == "http"

                helped := 1

                unread := 2

                uncalled(x) := x

                denny contains 1
                """;
        var outcome = (Compiled) compile(Map.of("a.rego", text, "a_test.rego", test));
        assertThat(outcome.findings().list())
                .allMatch(PolicyFinding::isWarning)
                .extracting(finding -> finding.row() + " " + finding.code())
                .containsExactly("9 UNREAD_RULE", "11 UNREAD_RULE", "13 UNREAD_RULE");
        assertThat(outcome.findings().list().getLast().help()).startsWith("write deny");
    }

    @Test
    void whatOpaRefusesIsRefusedBesideWhatIsFound() {
        var outcome = (Refused) compile(Map.of("a.rego", FAULTY + "\nx := nowhere(1)\n\ny := input.knd\n"));
        assertThat(outcome.errors()).extracting(CompileError::message).contains("undefined function nowhere");
        assertThat(outcome.findings().list()).extracting(PolicyFinding::code).contains("NEVER_EQUAL", "UNKNOWN_FIELD");
    }

    @Test
    void findingsAreBounded() {
        String rules = IntStream.range(0, 300)
                .mapToObj(i ->
                        "deny contains {\"rule\": \"r" + i + "\", \"message\": \"m\"} if input.kind == \"k" + i + "\"")
                .collect(Collectors.joining("\n", "package a\n\n", "\n"));
        var outcome = (Compiled) compile(Map.of("a.rego", rules));
        assertThat(outcome.findings().list()).hasSize(100);
        assertThat(outcome.findings().leftOut()).isEqualTo(200);
    }

    private static List<PolicyFinding> found(String condition) {
        String text = """
                package a

                deny contains {"rule": "a", "message": "m"} if {
                	%s
                }

                deny contains {"rule": "b", "message": "m"} if { input.net.host == "b.test"; reads; on_a }

                reads if input.net.method == "GET"

                on_a if input.net.host == "a.test"

                differs if input.net.query.b != ["c"]

                unsaid if not input.net.query.absent

                names := {"host"}
                """.formatted(condition);
        return switch (compile(Map.of("a.rego", text))) {
            case Compiled compiled ->
                compiled.findings().list().stream()
                        .filter(finding -> !finding.code().equals("UNREAD_RULE")) // names, in most
                        .toList();
            case Refused refused -> throw new AssertionError(condition + ": " + refused.errors());
            case CompileOutcome.Unavailable unavailable -> throw new AssertionError(unavailable.message());
        };
    }

    private static CompileOutcome compile(Map<String, String> files) {
        var request = CompileRequest.of(files, List.of("a/deny", "a/obligations"))
                .notStrict()
                .skippingMissing()
                .checking(CHECKS);
        return SharedCompiler.compile(request);
    }
}
