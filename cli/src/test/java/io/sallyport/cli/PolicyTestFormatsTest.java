package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The forms in which {@code policy test} prints results, traces of failures, and timeouts. */
class PolicyTestFormatsTest extends CommandLineTest {
    @BeforeEach
    void writeTests() throws IOException {
        write("t_test.rego", """
                package t_test

                test_holds if 1 < 2

                test_fails if {
                \tinput.host == "a.example" with input as {"host": "a.example"}
                \tx := 2
                \tx > 3
                }
                """);
    }

    @Test
    void resultsAreAJsonArray() {
        assertThat(run("policy", "test", "--format=json", folder.toString())).isEqualTo(ExitCodes.NO);
        JsonNode results = JsonMapper.shared().readTree(out.toString());
        assertThat(results.size()).isEqualTo(2);
        assertThat(results.findValuesAsString("name")).containsExactly("test_holds", "test_fails");
    }

    @Test
    void resultsAreJunitXml() {
        assertThat(run("policy", "test", "--format=junit", folder.toString())).isEqualTo(ExitCodes.NO);
        assertThat(out.toString())
                .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"2\" failures=\"1\"");
    }

    @Test
    void textIsPretty() {
        assertThat(run("policy", "test", "--format=text", folder.toString())).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("data.t_test.test_fails: FAIL", "PASS: 1/2");
    }

    @Test
    void failuresAreExplainedAndNothingElse() {
        assertThat(run("policy", "test", "--explain=fails", "-v", folder.toString()))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("t_test.rego:8: fail  x > 3").doesNotContain("fail  1 < 2", "fail  x := 2");
    }

    @Test
    void aTestWithoutEndIsEndedByItsTimeout() throws IOException {
        write("long_test.rego", """
                package long_test

                test_long if count([1 | numbers.range(1, 3000)[_]; numbers.range(1, 3000)[_]]) > 0
                """);
        assertThat(run("policy", "test", "--timeout=10ms", "--run=long", folder.toString()))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("data.long_test.test_long: ERROR", "limit_exceeded");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--format=xml",
                "--explain=debug",
                "--timeout=5",
                "--timeout=0s",
                "--timeout=99999999m",
                "--run=("
            })
    void whatIsNotThereIsUnusable(String flag) {
        assertThat(run("policy", "test", flag, folder.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "test", "--explain=fails", "--coverage", folder.toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
    }
}
