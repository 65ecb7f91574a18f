package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** The commands for those who write policy. */
class PolicyToolsTest extends CommandLineTest {
    private static final String POLICY = """
            package sallyport.guardrails

            deny contains {"rule": "no-gist", "message": "closed"} if input.net.host == "gist.github.com"
            """;

    @Test
    void testsArePrintedAsOpaPrintsThem() throws IOException {
        write("guardrails.rego", POLICY);
        write("guardrails_test.rego", """
                package sallyport.guardrails_test

                import data.sallyport.guardrails

                test_gist if count(guardrails.deny) == 1 with input.net.host as "gist.github.com"

                test_other if {
                \tprint("asked")
                \tcount(guardrails.deny) == 1 with input.net.host as "github.com"
                }

                todo_test_later if false
                """);
        Path junit = folder.resolve("junit.xml");
        assertThat(run("policy", "test", "--junit", junit.toString(), folder.toString()))
                .as(err.toString())
                .isEqualTo(ExitCodes.NO);
        String file = folder.resolve("guardrails_test.rego").toString();
        assertThat(out.toString().replaceAll("\\([0-9.]+(ns|µs|ms|s)\\)", "(T)"))
                .isEqualTo("""
                %s:7:
                data.sallyport.guardrails_test.test_other: FAIL (T)

                  asked

                %s:12:
                data.sallyport.guardrails_test.todo_test_later: SKIPPED
                --------------------------------------------------------------------------------
                PASS: 1/3
                FAIL: 1/3
                SKIPPED: 1/3
                """.formatted(file, file));
        assertThat(Files.readString(junit))
                .contains("<testsuites tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"")
                .contains("<system-out>asked\n</system-out>");
    }

    @Test
    void junitIsWellFormedWhateverAPolicyPrints() throws Exception {
        write("x_test.rego", "package x_test\n\ntest_x if print(\"<&\\u0000]]>\")\n");
        Path junit = folder.resolve("junit.xml");
        assertThat(run("policy", "test", "--junit", junit.toString(), folder.toString()))
                .isZero();
        Document read =
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(junit.toFile());
        assertThat(read.getElementsByTagName("system-out").item(0).getTextContent())
                .isEqualTo("<&\uFFFD]]>\n");
    }

    @Test
    void tooLittleCoverageIsANo() throws IOException {
        write("guardrails.rego", POLICY);
        write("guardrails_test.rego", """
                package sallyport.guardrails_test

                test_other if count(data.sallyport.guardrails.deny) == 0 with input.net.host as "github.com"
                """);
        assertThat(run("policy", "test", "--threshold", "100", folder.toString()))
                .isEqualTo(ExitCodes.NO);
        assertThat(err.toString()).contains("below the threshold of 100");
        assertThat(out.toString()).contains("guardrails.rego").contains("not covered: 3");
        assertThat(run("policy", "test", "--threshold", "10", folder.toString()))
                .isZero();
    }

    @Test
    void testsThatDoNotCompileAreUnusableWithEveryPlace() throws IOException {
        write("a_test.rego", "package a_test\n\ntest_x if y\n\ntest_z if w\n");
        assertThat(run("policy", "test", folder.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("a_test.rego:3:").contains("a_test.rego:5:");
    }

    @Test
    void filesAreFormattedInPlace() throws IOException {
        Path file = write("x.rego", "package x\nallow  if {1==1}\n");
        assertThat(run("policy", "fmt", "--fail", file.toString())).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).isEqualTo(file + "\n");
        assertThat(run("policy", "fmt", "-w", folder.toString())).isZero();
        assertThat(Files.readString(file)).isEqualTo("package x\n\nallow if 1 == 1\n");
        assertThat(run("policy", "fmt", "--fail", file.toString())).isZero();
    }

    @Test
    void bashCompletesCommands() throws Exception {
        Path bash = RequireTool.require("bash");
        assertThat(run("completion", "bash")).isZero();
        Path script = write("completion.sh", out.toString());
        String ask = "source '" + script + "'; COMP_WORDS=(sallyport pol); COMP_CWORD=1; _complete_sallyport;"
                + " printf '%s\\n' \"${COMPREPLY[@]}\"";
        assertThat(output(bash.toString(), "-n", script.toString())).isEmpty();
        assertThat(output(bash.toString(), "-c", ask)).isEqualTo("policy\n");
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
