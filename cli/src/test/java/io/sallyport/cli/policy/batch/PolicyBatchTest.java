package io.sallyport.cli.policy.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.lines.AnsweredLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of lines and answers. */
final class PolicyBatchTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+ ?\\S*)\\n(.*?)^```$");
    private static final PolicyBatch BATCH = new PolicyBatch();

    @AfterAll
    static void close() {
        BATCH.close();
    }

    private static List<String> answers(byte[] lines) throws IOException {
        List<String> answers = new ArrayList<>();
        BATCH.lines().answerAll(new ByteArrayInputStream(lines), answers::add);
        return answers;
    }

    @Test
    void whatTheGuideSaysIsSo() throws IOException {
        String guide = Files.readString(Path.of("../docs/policy-tools.md"));
        List<String> answers = List.of();
        List<String> expected = List.of();
        for (Matcher block = BLOCK.matcher(guide); block.find(); ) {
            switch (block.group(1)) {
                case "jsonl batch" -> answers = answers(block.group(2).getBytes(StandardCharsets.UTF_8));
                case "jsonl answers" -> expected = block.group(2).lines().toList();
                default -> {}
            }
        }
        assertThat(answers).isNotEmpty().isEqualTo(expected);
    }

    @Test
    void aLineThatIsTooLongIsSkippedAndTheNextGoesOn() throws IOException {
        String line = "{\"policy_yaml\": \"version: 1\"}\n";
        String lines = "x".repeat(AnsweredLines.MAX_LINE + 1) + "\n" + line;
        assertThat(answers(lines.getBytes(StandardCharsets.UTF_8)))
                .satisfiesExactly(
                        first -> assertThat(first).contains("\"error\"", "longer than"),
                        second -> assertThat(second).contains("\"deny\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"policy_yaml\": 1}",
                "{\"policy_yaml\": \"version: 1\", \"dialect\": \"lax\"}",
                "{\"policy_yaml\": \"version: 1\", \"dialect\": \"openshell+any-version\"}",
                "{\"policy_yaml\": \"version: 1\", \"request\": []}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"port\": 443}}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"host\": \"a.b\", \"port\": 0}}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"host\": \"a.b\", \"port\": \"443\"}}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"host\": \"a.b\", \"scheme\": \"ftp\"}}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"host\": \"a.b\", \"resolved_ips\": [\"x\"]}}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"host\": \"a.b\", \"headers\": {\"a\": 1}}}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"host\": \"a.b\", \"headers\": {\"a\": \"\\r\"}}}",
                "{\"policy_yaml\": \"version: 1\", \"request\": {\"host\": \"a.b\"}} {}",
                "{\"policy_yaml\": \"version: 1\", \"policy_yaml\": \"version: 1\"}"
            })
    void aLineOfAnotherFormIsAnError(String line) {
        assertThat(BATCH.lines().answer(line)).startsWith("{\"verdict\":\"error\",\"reason\":");
    }
}
