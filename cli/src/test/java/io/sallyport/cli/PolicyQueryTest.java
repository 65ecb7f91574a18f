package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy eval --query}: expressions, what is printed, and the trace. */
class PolicyQueryTest extends CommandLineTest {
    private static final String GUARDRAILS = """
            package sallyport.guardrails

            deny contains {"rule": "no-gist", "message": "closed"} if {
            \tinput.net.host in data.lists.closed
            \tprint("host", input.net.host)
            \tnot is_read
            }

            is_read if {
            \tinput.net.method == "GET"
            }
            """;

    private static final List<String> QUERIES = List.of(
            "1 + 1",
            "data.sallyport.guardrails.deny",
            "x := [1, 2, 3][_]; x > 1",
            "some i, host in data.lists.closed",
            "input.net.host == \"a.example\"",
            "data.lists.closed[i] == \"gist.github.com\"",
            "not input.net.body",
            "input.net.path with input.net.path as \"/z\"",
            "print(\"hello\"); true",
            "startswith(\"ab\", \"a\"); upper(\"x\")");

    @Test
    void answersAreThoseOfOpa() throws Exception {
        String guardrails = write("g.rego", GUARDRAILS).toString();
        String lists = write("lists.json", "{\"closed\": [\"gist.github.com\", \"b.example\"]}")
                .toString();
        write("data.json", "{\"lists\": {\"closed\": [\"gist.github.com\", \"b.example\"]}}");
        run("policy", "input", "POST", "https://gist.github.com/x");
        String input = write("input.json", out.toString()).toString();
        for (String query : QUERIES) {
            out.getBuffer().setLength(0);
            run(
                    "policy",
                    "eval",
                    "--guardrails=" + guardrails,
                    "--data=" + lists,
                    "--input=" + input,
                    "--json",
                    "-q",
                    query);
            String opa = opa(guardrails, folder.resolve("data.json").toString(), input, query);
            assertThat(results(out.toString())).as(query + err).isEqualTo(results(opa));
        }
    }

    @Test
    void whatIsPrintedIsShownWithItsPlace() throws IOException {
        String guardrails = write("g.rego", GUARDRAILS).toString();
        String lists =
                write("lists.json", "{\"closed\": [\"gist.github.com\"]}").toString();
        assertThat(run(
                        "policy",
                        "eval",
                        "--allow=gist.github.com",
                        "--guardrails=" + guardrails,
                        "--data=" + lists,
                        "POST",
                        "https://gist.github.com/x"))
                .isEqualTo(ExitCodes.NO);
        assertThat(told()).isEqualTo("g.rego:5: host gist.github.com");
        assertThat(out.toString()).startsWith("deny guardrail by guardrails:no-gist");
    }

    @Test
    void aTraceSaysWhatWasEvaluatedAndWhatFailed() throws IOException {
        String guardrails = write("g.rego", GUARDRAILS).toString();
        String lists =
                write("lists.json", "{\"closed\": [\"gist.github.com\"]}").toString();
        String[] ask = {
            "policy",
            "eval",
            "--trace",
            "--allow=gist.github.com",
            "--guardrails=" + guardrails,
            "--data=" + lists,
            "GET",
            "https://gist.github.com/x"
        };
        assertThat(run(ask)).as(err.toString()).isZero();
        assertThat(told()).isEqualTo("""
                g.rego:3: enter data.sallyport.guardrails.deny
                g.rego:5: host gist.github.com
                g.rego:9: enter data.sallyport.guardrails.is_read
                g.rego:6: fail  not is_read""");
        err.getBuffer().setLength(0);
        ask[ask.length - 2] = "POST";
        assertThat(run(ask)).isEqualTo(ExitCodes.NO);
        assertThat(err.toString())
                .contains("g.rego:10: fail  input.net.method == \"GET\"")
                .doesNotContain("fail  not");
    }

    @Test
    void aLongTraceIsCut() {
        assertThat(run("policy", "eval", "--trace", "-q", "x := numbers.range(1, 9000)[_]; x < 0; true"))
                .isEqualTo(ExitCodes.NO);
        assertThat(err.toString().lines().count()).isLessThan(20);
        err.getBuffer().setLength(0);
        String two = "x := numbers.range(1, 9000)[_]; x % 2 == 0;\nx < 0";
        assertThat(run("policy", "eval", "--trace", "-q", two)).isEqualTo(ExitCodes.NO);
        assertThat(err.toString()).contains("the rest of the trace is left out, after 2000 lines");
        assertThat(err.toString().lines().count()).isLessThan(2010);
    }

    @Test
    void aQueryThatDoesNotCompileIsUnusableWithItsPlace() {
        assertThat(run("policy", "eval", "-q", "1 +")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "eval", "-q", "nowhere(1)")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("query:1:", "    nowhere(1)\n    ^", "undefined function nowhere");
        assertThat(run("policy", "eval", "-q", "http.send({})")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "eval", "-q", "")).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aQueryWithoutEndReachesItsLimit() {
        assertThat(run("policy", "eval", "-q", "count(numbers.range(1, 1000000000))"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("limit of");
    }

    @Test
    void aQueryReadsTheGrantsAndTheDecision() {
        assertThat(run(
                        "policy",
                        "eval",
                        "--allow=github.com",
                        "-q",
                        "data.sallyport.decision.allow",
                        "https://github.com/"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).isEqualTo("true\n");
    }

    /** Returns what the policy prints and its trace, without the warnings of the compiler, which name a column. */
    private String told() {
        return err.toString()
                .lines()
                .filter(line -> line.matches("g\\.rego:\\d+: .*"))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the results in any order: a plan collects them in a set. */
    private static Set<JsonNode> results(String json) {
        return JsonMapper.shared().readTree(json).path("result").valueStream().collect(Collectors.toSet());
    }

    private static String opa(String rego, String data, String input, String query)
            throws IOException, InterruptedException {
        Process process = OpaProgram.process("eval", "-d", rego, "-d", data, "-i", input, query)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }
}
