package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.lint.LintRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/lint.md} shows every rule of the lint, and its examples are found. */
class LintGuideTest extends CommandLineTest {
    private static final Pattern FILE = Pattern.compile("(?ms)^```json (\\S+)\\n(.*?)^```$");
    private static final Pattern CONSOLE =
            Pattern.compile("(?ms)^```console\\n\\$ \\./sallyport ([^\\n]*)\\n(.*?)^```$");
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^([A-Z_]+) +(lease|policy|rego) +(.*)$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| (\\w+) \\| (.*) \\|$");

    private static String guide() throws IOException {
        return Files.readString(Path.of("../docs/lint.md"));
    }

    private static Stream<MatchResult> examples() throws IOException {
        return EXAMPLE.matcher(guide()).results();
    }

    @Test
    void theTableIsThatOfTheRules() throws IOException {
        List<String> rows = ROW.matcher(guide())
                .results()
                .map(row -> String.join(" ", row.group(1), row.group(2), row.group(3)))
                .toList();
        assertThat(rows)
                .isEqualTo(Arrays.stream(LintRule.values())
                        .map(rule -> String.join(
                                " ", rule.id(), rule.severity().name().toLowerCase(Locale.ROOT), rule.summary()))
                        .toList());
        assertThat(examples().map(example -> example.group(1)))
                .containsExactlyElementsOf(
                        Arrays.stream(LintRule.values()).map(LintRule::id).toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void eachExampleIsFound(MatchResult example) throws IOException {
        String text = example.group(3);
        Path file = switch (example.group(2)) {
            case "lease" -> write("lease.json", "{\"net.fetch\": [" + text + "]}");
            case "policy" -> write("policy.yaml", "version: 1\nnetwork_policies:\n  r: " + text + "\n");
            default -> write("g.rego", "package sallyport.guardrails\n\n" + text + "\n");
        };
        String flag = example.group(2).equals("rego") ? "--guardrails" : "--" + example.group(2);
        int code = run("policy", "lint", flag, file.toString(), "--fail-on", "warning");
        assertThat(out.toString()).contains(" " + example.group(1) + ": ");
        assertThat(code).as(out.toString()).isIn(ExitCodes.NO, ExitCodes.UNUSABLE);
    }

    @Test
    void theCommandsPrintWhatTheGuideSays() throws IOException {
        for (MatchResult file : FILE.matcher(guide()).results().toList()) {
            write(file.group(1), file.group(2));
        }
        MatchResult block = CONSOLE.matcher(guide()).results().findFirst().orElseThrow();
        run(Arrays.stream(block.group(1).split(" "))
                .map(word -> word.endsWith(".json") ? folder.resolve(word).toString() : word)
                .toArray(String[]::new));
        assertThat(err.toString() + out).isEqualTo(block.group(2));
    }
}
