package io.sallyport.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** {@code policy repl}, with its lines from a pipe. */
class PolicyReplTest extends CommandLineTest {
    @Test
    void linesAreAnsweredInTurn() {
        assertThat(answers("""
                1 + 1
                is_get if input.method == "GET"
                is_get
                input = {"method": "GET"}
                is_get
                limits := {
                  "a": 1
                }
                limits.a
                show
                unset is_get
                is_get
                input
                unset input
                input
                exit
                3
                """)).isEqualTo("""
                2
                defined
                undefined
                true
                defined
                1
                package repl

                is_get if input.method == "GET"

                limits := {
                  "a": 1
                }

                {"method":"GET"}
                undefined
                """);
        assertThat(err.toString()).contains("query:1:1", "is_get");
    }

    @Test
    void packagesThatShipAreKnown() {
        assertThat(answers("""
                request := {"method": "POST", "path": "/gists", "segments": ["gists"], "query": {}, "headers": {}}
                input = {"net": object.union(request, {"host": "api.github.com", "suffixes": ["github.com"]})}
                count(data.sallyport.forge.operations) > 0
                pushes if data.sallyport.forge.operations[_].action == "push"
                pushes
                """)).isEqualTo("""
                defined
                true
                defined
                undefined
                """);
    }

    @Test
    void anErrorEndsNothing() {
        assertThat(answers("1 +\nx := nowhere(1)\nunset y\n2")).isEqualTo("2\n");
        assertThat(err.toString()).contains("rego_parse_error", "undefined function nowhere", "unset: no rule y");
    }

    @Test
    void aSessionIsOverThePolicyAndTheRequest() throws IOException {
        String guardrails = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if input.net.host == "a.example"
                """).toString();
        assertThat(answers(
                        "count(data.sallyport.guardrails.deny)\ntrace\ninput.net.host == \"b.example\"",
                        "--guardrails=" + guardrails,
                        "--",
                        "http://a.example/"))
                .isEqualTo("1\ntrace on\nfalse\n");
        assertThat(err.toString()).doesNotContain("sallyport:");
    }

    @Test
    void helpNamesEveryCommand() {
        assertThat(answers("help")).contains("input = VALUE", "show", "unset NAME", "trace", "exit");
    }

    private String answers(String lines, String... flags) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(lines.getBytes(UTF_8)));
        try {
            var words = new String[flags.length + 2];
            words[0] = "policy";
            words[1] = "repl";
            System.arraycopy(flags, 0, words, 2, flags.length);
            assertThat(run(words)).as(err.toString()).isZero();
        } finally {
            System.setIn(before);
        }
        return out.toString();
    }
}
