package io.sallyport.cli.lease.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ledger.Account;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

final class LeaseBatchTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final LeaseBatch BATCH = new LeaseBatch();

    @AfterAll
    static void close() {
        BATCH.close();
    }

    private static String verdict(String line) {
        JsonNode answer = JSON.readTree(BATCH.lines().answer(line));
        assertThat(answer.propertyNames()).containsExactly("verdict", "reason");
        assertThat(answer.get("reason").stringValue()).isNotEmpty().doesNotContain("\n");
        JsonNode verdict = answer.get("verdict");
        return verdict.isString() ? verdict.stringValue() : verdict.toString();
    }

    private static String line(String kind, String input) {
        return "{\"kind\": \"" + kind + "\", \"input\": " + input + "}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "{",
                "{} {}",
                "{\"kind\": \"match\"}",
                "{\"kind\": \"match\", \"input\": null}",
                "{\"kind\": \"match\", \"input\": {}}",
                "{\"kind\": 1, \"input\": {}}",
                "{\"kind\": \"nonsense\", \"input\": {}}",
                "{\"kind\": \"shape\", \"kind\": \"match\", \"input\": {\"lease\": {}}}",
                "{\"kind\": \"shape\", \"input\": {\"lease\": {\"fs.read\": [], \"fs.read\": [\"/**\"]}}}",
                "{\"kind\": \"match\", \"input\": {\"capability\": \"fs.read\", \"patterns\": [\"/a\"], \"target\": 1}}",
                "{\"kind\": \"expiry\", \"input\": {\"op\": \"check\", \"expires_at\": \"2030-01-01T00:00:00Z\", \"now\": \"today\"}}",
                "{\"kind\": \"budget\", \"input\": {\"op\": \"refund\", \"patterns\": [\"USD:1\"]}}",
                "{\"kind\": \"shape\", \"input\": {\"error_code\": \"NO_SUCH\"}}",
                "\"\\ud800\"",
            })
    void aLineThatCannotBeReadIsAnError(String line) {
        assertThat(verdict(line)).isEqualTo("error");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    http://*.api.internal/**  | http://notes.api.internal/  | no pattern covers it
                    **                        | http://notes.api.internal/  | no pattern covers it
                    https://notes.api.internal/** | https://notes.api.internal/ | no pattern covers it
                    http://notes.api.internal/**  | http://notes.api.internal/  | a pattern covers it
                    """)
    void anApiServerIsGrantedByItsVeryNameAsAtTheGateway(String pattern, String target, String why) {
        String input =
                "{\"capability\": \"net.fetch\", \"patterns\": [\"" + pattern + "\"], \"target\": \"" + target + "\"}";
        assertThat(BATCH.lines().answer(line("match", input))).contains(why);
    }

    @Test
    void whatNoSandboxCouldBeAnsweredIsNotGranted() {
        String many = IntStream.range(0, 200)
                .mapToObj(i -> "\"" + "**a".repeat(20) + i + "\",")
                .collect(Collectors.joining("", "", "\"**\""));
        String input = "{\"capability\": \"tool.call\", \"patterns\": [%s], \"target\": \"%s\"}";
        assertThat(BATCH.lines().answer(line("match", input.formatted(many, "a".repeat(3_000)))))
                .isEqualTo("{\"verdict\":false,\"reason\":\"the policy could not be evaluated\"}");
        assertThat(BATCH.lines().answer(line("match", input.formatted("\"**\"", "a".repeat(4_097)))))
                .isEqualTo(
                        "{\"verdict\":false,\"reason\":\"the target is longer than any that a sandbox can ask for\"}");
        assertThat(verdict(line("match", input.formatted("\"**\"", "a".repeat(4_096)))))
                .isEqualTo("true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    data/*  | data/a       | true
                    data/*  | ./data/./a   | true
                    data/*  | /data/a      | false
                    /data/* | data/a       | false
                    **      | data/a       | true
                    /ws/**  | /ws/a/../b   | true
                    /ws/**  | /ws/../etc   | false
                    data/** | data/../../a | false
                    """)
    void pathsAreComparedAsDocumentsWriteThem(String pattern, String target, boolean expected) {
        String input =
                "{\"capability\": \"fs.read\", \"patterns\": [\"" + pattern + "\"], \"target\": \"" + target + "\"}";
        assertThat(verdict(line("match", input))).isEqualTo(String.valueOf(expected));
    }

    @Test
    void anEndThatOneLineSawDoesNotBindTheNext() {
        String gate =
                "{\"op\": \"gate_precedence\", \"lease\": {\"tool.call\": [\"t\"]}, \"capability\": \"tool.call\","
                        + " \"target\": \"t\", \"expires_at\": \"2030-01-01T00:00:00Z\", \"now\": \"%s\"}";
        for (int i = 0; i < 2; i++) {
            assertThat(verdict(line("budget", gate.formatted("2031-01-01T00:00:00Z"))))
                    .isEqualTo("LEASE_EXPIRED");
            assertThat(verdict(line("budget", gate.formatted("2029-01-01T00:00:00Z"))))
                    .isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "\\u0000"})
    void allThatSpeaksAgainstAnOperationIsTold(String target) {
        String gate =
                "{\"op\": \"gate_precedence\", \"lease\": {\"cost.budget\": [\"USD:1\", \"EUR:1\"]}, \"remaining\": {},"
                        + " \"capability\": \"tool.call\", \"target\": \"" + target
                        + "\", \"expires_at\": \"2030-01-01T00:00:00Z\", \"now\": \"2030-01-01T00:00:00Z\"}";
        assertThat(BATCH.lines().answer(line("budget", gate)))
                .isEqualTo("{\"verdict\":\"LEASE_EXPIRED\","
                        + "\"reason\":\"LEASE_EXPIRED, PERMISSION_DENIED, BUDGET_EXHAUSTED\"}");
    }

    @Test
    void moreCurrenciesThanASandboxMayNameAreAnError() {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i <= Account.MAX_CURRENCIES; i++) {
            entries.add("\"C" + i + ":1\"");
        }
        String init = "{\"op\": \"init\", \"patterns\": [" + String.join(",", entries) + "]}";
        assertThat(verdict(line("budget", init))).isEqualTo("error");
    }

    @Test
    void ofARaceExactlyAsManyAreGrantedAsThereIs() {
        String race = "{\"kind\": \"budget\", \"input\": {\"op\": \"reserve_race\", \"patterns\": [\"USD:1.00\"], %s}}";
        String two = "{\"verdict\":{\"granted\":2,\"remaining\":{\"USD\":\"0.00\"}},"
                + "\"reason\":\"all at once: how many were granted\"}";
        for (int i = 0; i < 20; i++) {
            assertThat(BATCH.lines().answer(race.formatted("\"charge\": \"0.50\", \"parallel\": 128")))
                    .isEqualTo(two);
        }
        assertThat(BATCH.lines().answer(race.formatted("\"charges\": [\"0.50\", \"0.50\", \"0.50\"]")))
                .isEqualTo(two);
        assertThat(BATCH.lines().answer(race.formatted("\"charge\": \"0.50\", \"parallel\": 100000")))
                .contains("\"verdict\":\"error\"");
    }

    @Test
    void depthAndHugeNumbersAreAnswered() {
        assertThat(verdict("[".repeat(100_000))).isEqualTo("error");
        assertThat(verdict(line("shape", "{\"lease\": " + "{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000) + "}")))
                .isEqualTo("error");
        assertThat(verdict(line("shape", "{\"lease\": {\"cost.budget\": [1e999999999]}}")))
                .isEqualTo("INVALID_REQUEST");
        assertThat(verdict(line("shape", "{\"lease\": {\"cost.budget\": [1e99999999999]}}")))
                .isIn("INVALID_REQUEST", "error");
        assertThat(verdict(line("shape", "{\"lease\": {\"cost.budget\": [" + "9".repeat(5_000) + "]}}")))
                .isEqualTo("error");
        assertThat(verdict(line("shape", "{\"lease_json\": \"" + "[".repeat(100_000) + "\"}")))
                .isEqualTo("INVALID_REQUEST");
    }

    @Test
    void aMillionPatternsAreRefused() {
        String list = "\"/a\",".repeat(1_000_000);
        String shape = line("shape", "{\"lease\": {\"fs.read\": [" + list + "\"/b\"]}}");
        assertThat(verdict(shape)).isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    1e2                   | {"remaining":{"USD":"-95"},"exhausted":true}
                    "1e2"                 | {"remaining":{"USD":"-95"},"exhausted":true}
                    0.10                  | {"remaining":{"USD":"4.90"},"exhausted":false}
                    "0.1"                 | {"remaining":{"USD":"4.9"},"exhausted":false}
                    1e999                 | {"remaining":{"USD":"5"},"exhausted":false}
                    "1e999999999"         | {"remaining":{"USD":"5"},"exhausted":false}
                    "1e-999999999"        | {"remaining":{"USD":"5"},"exhausted":false}
                    "1e99999999999"       | {"remaining":{"USD":"5"},"exhausted":false}
                    "Infinity"            | {"remaining":{"USD":"5"},"exhausted":false}
                    "+1"                  | {"remaining":{"USD":"5"},"exhausted":false}
                    " 1"                  | {"remaining":{"USD":"5"},"exhausted":false}
                    "\u0661"              | {"remaining":{"USD":"5"},"exhausted":false}
                    "1\\n"                | {"remaining":{"USD":"5"},"exhausted":false}
                    null                  | {"remaining":{"USD":"5"},"exhausted":false}
                    true                  | {"remaining":{"USD":"5"},"exhausted":false}
                    """)
    void aMetricCountsOnlyWhereItIsANumber(String value, String expected) {
        String input = "{\"op\": \"spend\", \"patterns\": [\"USD:5\"], \"metrics\": [{\"name\": \"cost.x\", \"value\": "
                + value + ", \"unit\": \"USD\"}]}";
        assertThat(verdict(line("budget", input))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"patterns": null, "model": "m"}                              | PERMISSION_DENIED
                    {"patterns": null, "model": "m", "require_model_use": true}   | PERMISSION_DENIED
                    {"patterns": null, "model": "m", "require_model_use": false}  | allow
                    {"patterns": null, "model": "m ", "require_model_use": false} | PERMISSION_DENIED
                    {"patterns": [], "model": "m", "require_model_use": false}    | PERMISSION_DENIED
                    {"patterns": ["*"], "model": "m\\u0000"}                      | PERMISSION_DENIED
                    {"patterns": ["*"], "model": "\\ud800"}                       | PERMISSION_DENIED
                    {"patterns": ["*"], "model": "m", "require_model_use": 0}     | allow
                    {"model": "m", "require_model_use": 0}                        | error
                    """)
    void modelsAreForbiddenUnlessNamed(String input, String expected) {
        assertThat(verdict(line("model", input))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"parent": {"cost.budget": ["USD:5"]}, "child": {"cost.budget": ["USD:0"]}, "parent_remaining": {"USD": "0"}}  | true
                    {"parent": {"cost.budget": ["USD:5"]}, "child": {"cost.budget": ["USD:0"]}, "parent_remaining": {"USD": "-1"}} | false
                    {"parent": {"cost.budget": ["USD:5"]}, "child": {"cost.budget": ["USD:1"]}, "parent_remaining": {}}            | false
                    {"parent": {"cost.budget": ["USD:5"]}, "child": {"cost.budget": ["USD:1"]}, "parent_remaining": {"USD": "1e9"}} | error
                    {"parent": {}, "child": {"cost.budget": []}}                                                                   | false
                    {"parent": {}, "child": {"cost.budget": ["USD:1"]}, "parent_remaining": {"USD": "9"}}                          | false
                    {"parent": {}, "child": {}, "child_constraints": {"expires_at": "2030-02-30T00:00:00Z"}}                       | false
                    {"parent": {}, "child": {}, "child_constraints": {"expire_at": "2030-01-01T00:00:00Z"}}                        | false
                    {"parent": {}, "child": {}, "child_constraints": []}                                                           | false
                    {"parent": null, "child": {}}                                                                                  | false
                    {"parent": {"x-vendor.a.b": ["m*"]}, "child": {"x-vendor.a.b": ["mm"]}}                                        | true
                    {"parent": {"x-vendor.a.b": ["m*"]}, "child": {"x-vendor.a.c": ["mm"]}}                                        | false
                    {"op": "effective_child", "parent": {"model.use": ["a"]}, "child": {}}                                         | {"model_use":["a"]}
                    {"op": "effective_child", "parent": {"fs.read": []}, "child": {"fs.read": ["/"]}}                              | LEASE_SUBSET_VIOLATION
                    {"op": "delegate_gate", "agent": "a", "parent": {}, "child": {}}                                               | PERMISSION_DENIED
                    """)
    void leasesAreCompared(String input, String expected) {
        assertThat(verdict(line("subset", input))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"patterns": 1024}                                                 | valid
                    {"patterns": 1025}                                                 | INVALID_REQUEST
                    {"capability": "fs.read", "patterns": 10, "bytes": 4096}           | valid
                    {"capability": "fs.read", "patterns": 1, "bytes": 4097}            | INVALID_REQUEST
                    {"capability": "tool.call", "wildcards": 64}                       | valid
                    {"capability": "tool.call", "wildcards": 65}                       | INVALID_REQUEST
                    {"patterns": 0}                                                    | valid
                    {"capability": "x-vendor.a"}                                       | INVALID_REQUEST
                    {"patterns": 1.5}                                                  | error
                    {"patterns": 1000000, "bytes": 1000000}                            | error
                    {"patterns": 1, "else": 1}                                         | error
                    """)
    void aLeaseIsMadeOfTheSizeThatIsAskedAbout(String generate, String expected) {
        assertThat(verdict(line("shape", "{\"generate\": " + generate + "}"))).isEqualTo(expected);
    }

    @Test
    void ofTwoChildrenOnlyOneGetsTheWholeBudget() {
        String input = "{\"op\": \"siblings\", \"parent\": {\"cost.budget\": [\"USD:5\"]}, \"children\": ["
                + "{\"cost.budget\": [\"USD:5\"]}, {\"cost.budget\": [\"USD:5\"]}, {\"tool.call\": [\"t\"]}, {}]}";
        assertThat(verdict(line("subset", input)))
                .isEqualTo("{\"granted\":[true,false,false,true],\"remaining\":{\"USD\":\"0\"}}");
    }

    @Test
    void anUpstreamThatWantsToBePaidHasUsedTheBudgetUp() {
        assertThat(verdict(line("budget", "{\"op\": \"upstream_status\", \"status\": 402}")))
                .isEqualTo("BUDGET_EXHAUSTED");
        assertThat(verdict(line("budget", "{\"op\": \"upstream_status\", \"status\": 429}")))
                .isEqualTo("ok");
    }

    @Test
    void anEmptyBudgetIsNoRoomToEscapeIn() {
        String input = "{\"parent\": {\"cost.budget\": [\"USD:5\"]}, \"child\": {\"cost.budget\": [\"EUR:0\"]}}";
        assertThat(verdict(line("subset", input))).isEqualTo("false");
    }

    @Test
    void linesAreAnsweredOneByOneUpToTheirBound() throws IOException {
        String good = line("shape", "{\"lease\": {}}");
        byte[] flood = new byte[1 << 20];
        List<InputStream> parts = new ArrayList<>();
        parts.add(bytes(good + "\r\n\n"));
        for (int i = 0; i < 9; i++) {
            parts.add(new ByteArrayInputStream(flood));
        }
        parts.add(bytes("\n"));
        parts.add(new ByteArrayInputStream(new byte[] {(byte) 0xff, '\n'}));
        parts.add(bytes(good));
        List<String> answers = new ArrayList<>();
        BATCH.lines().answerAll(new SequenceInputStream(Collections.enumeration(parts)), answers::add);
        assertThat(answers.stream()
                        .map(answer -> JSON.readTree(answer).get("verdict").stringValue()))
                .containsExactly("valid", "error", "error", "error", "valid");
        assertThat(answers.get(2)).contains("longer than");
        assertThat(answers.get(3)).contains("UTF-8");
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
