package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What people type for {@code opa} works, or says what to type. */
class OpaHabitsTest extends CommandLineTest {
    @Test
    void aFormatIsNamed() {
        assertThat(run("policy", "eval", "--format", "raw", "-q", "upper(\"a\")"))
                .isZero();
        assertThat(run("policy", "eval", "-f", "pretty", "-q", "upper(\"a\")")).isZero();
        assertThat(run("policy", "eval", "-f", "json", "-q", "upper(\"a\")")).isZero();
        assertThat(out.toString()).startsWith("A\n\"A\"\n{\"result\":[{\"expressions\":[");
        assertThat(run("policy", "eval", "-f", "bindings", "-q", "1")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("'bindings' (expected: pretty, json or raw)");
    }

    @Test
    void inputAndListsAreNamedInShort() throws IOException {
        String input = write("i.json", "{\"x\": 1}").toString();
        String lists = write("l.json", "{\"y\": 2}").toString();
        assertThat(run("policy", "eval", "-i", input, "-d", lists, "-q", "input.x + data.lists.y"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).isEqualTo("3\n");
    }

    @Test
    void regoAsDataSaysWhereItGoes() throws IOException {
        String rego = write("g.rego", "package a\n").toString();
        assertThat(run("policy", "eval", "-d", rego, "-q", "data.a")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "eval", "-d", folder.toString(), "-q", "data.a"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("--guardrails PATH", "--bundle FILE");
    }

    @Test
    void anExpressionInPlaceOfAUrlSaysWhereItGoes() {
        assertThat(run("policy", "eval", "data.web.allow")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("; for an expression: --query 'data.web.allow'");
    }

    @Test
    void anUnknownOptionIsToldInThreeLines() {
        assertThat(run("policy", "eval", "--bundel", "x")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString().lines())
                .containsExactly(
                        "sallyport: Unknown option: '--bundel'",
                        "  did you mean --bundle?",
                        "  see sallyport policy eval --help");
    }

    @Test
    void pathsWithoutAFlagAreGuardrailsToCheckAndBuild() throws IOException {
        String rego = write("g.rego", "package sallyport.guardrails\n\ndeny contains \"a\" if input.net.prot == 1\n")
                .toString();
        assertThat(run("policy", "check", rego)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("g.rego:3:22: error rego_type_error: undefined ref: input.net.prot");
        assertThat(run("policy", "build", rego, "-o", folder.resolve("b.tar.gz").toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aWordOrAValueThatIsWrongIsToldInThreeLines() {
        assertThat(run("policy", "chekc")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "build")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString().lines())
                .containsExactly(
                        "sallyport: Unmatched argument at index 1: 'chekc'",
                        "  did you mean check?",
                        "  see sallyport policy --help",
                        "sallyport: Missing required option: '--output=BUNDLE'",
                        "  see sallyport policy build --help");
    }
}
