package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The published schemas of what commands read and print by lines, and of records, take what there is. */
class OutputSchemasTest extends CommandLineTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Path CASES = Path.of("src/test/resources/io/sallyport/cli");
    private static final Pattern RECORD = Pattern.compile("(?m)^\\{\"v\":1,.*\\}$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[a-z0-9_]+`(?:, `[a-z0-9_]+`)*) \\| ");
    private static final Pattern FIELD = Pattern.compile("`([a-z0-9_]+)`");

    private static List<String> lines(String file) throws IOException {
        return Files.readAllLines(CASES.resolve(file));
    }

    private String printed(int exit, String... arguments) {
        out.getBuffer().setLength(0);
        assertThat(run(arguments)).as(err.toString()).isEqualTo(exit);
        return out.toString();
    }

    @Test
    void theRecordsOfTheGuideFit() throws IOException {
        List<String> records = RECORD.matcher(Files.readString(DOCS.resolve("audit.md")))
                .results()
                .map(record -> record.group())
                .toList();
        assertThat(records).isNotEmpty();
        for (String record : records) {
            assertThat(SchemaProblems.strict("audit-record", record)).as(record).isEmpty();
        }
    }

    @Test
    void theSchemaOfRecordsNamesTheFieldsOfTheGuide() throws IOException {
        String guide = Files.readString(DOCS.resolve("audit.md"));
        String fields = guide.substring(guide.indexOf("## Fields"), guide.indexOf("### Kinds"));
        Set<String> written = ROW.matcher(fields)
                .results()
                .flatMap(row -> FIELD.matcher(row.group(1)).results())
                .map(field -> field.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        var named = new TreeSet<>(JsonMapper.shared()
                .readTree(SchemaProblems.text("audit-record"))
                .get("properties")
                .propertyNames());
        assertThat(named).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"v\":2,\"audit_id\":\"a\",\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"http\",\"verdict\":\"allow\","
                        + "\"reason\":\"granted\",\"prev_hash\":\"0\",\"hash\":\"0\"}",
            })
    void whatIsNoRecordDoesNotFit(String text) throws IOException {
        assertThat(SchemaProblems.of("audit-record", text)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "lease, lease/batch/arcp-sample.jsonl",
        "policy, policy/batch/openshell-sample.jsonl",
        "policy, policy/batch/further-cases.jsonl",
    })
    void linesAndAnswersOfBatchesFit(String command, String file) throws IOException {
        for (String line : lines(file)) {
            assertThat(SchemaProblems.of(command + "-batch-line", line))
                    .as(line)
                    .isEmpty();
        }
        String answers =
                printed(ExitCodes.OK, command, "batch", CASES.resolve(file).toString());
        assertThat(answers.lines()).hasSameSizeAs(lines(file));
        for (String answer : answers.lines().toList()) {
            assertThat(SchemaProblems.of(command + "-batch-answer", answer))
                    .as(answer)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"kind\": \"other\", \"input\": {}}", "{\"kind\": \"match\", \"input\": []}", "\"match\""
            })
    void whatIsNoLineOfLeasesDoesNotFit(String line) throws IOException {
        assertThat(SchemaProblems.of("lease-batch-line", line)).isNotEmpty();
        assertThat(printed(
                        ExitCodes.OK,
                        "lease",
                        "batch",
                        write("l.jsonl", line + "\n").toString()))
                .contains("\"verdict\":\"error\"");
    }

    @Test
    void diagnosticsFit() throws IOException {
        String wrong = "--lease=" + write("lease.json", "{\"net.fetch\": [\"ftp://a\"]}");
        String relay = "--lease=" + write("relay.json", "{\"net.fetch\": [\"https://*.com/**\"]}");
        List<String> outputs = List.of(
                printed(ExitCodes.OK, "policy", "check", "--json"),
                printed(ExitCodes.UNUSABLE, "policy", "check", "--json", wrong),
                printed(ExitCodes.NO, "policy", "lint", "--format=json", relay));
        for (String output : outputs) {
            assertThat(SchemaProblems.strict("diagnostics", output)).as(output).isEmpty();
        }
        assertThat(outputs.getLast()).contains("\"code\"");
    }

    @Test
    void proofsAndDifferencesFit() throws IOException {
        Path one = write("one/lease.json", "{\"net.fetch\": [\"https://a.example.com/**\"]}");
        Path other = write("other/lease.json", "{\"net.fetch\": [\"https://b.example.com/**\"]}");
        write("other/guardrails/g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "a", "message": "b"} if input.net.method == "POST"
                """);
        String proof = printed(
                ExitCodes.NO,
                Stream.concat(
                                Stream.of("policy", "prove", "--json", "--lease=" + one),
                                Stream.of("--never=a.example.com", "--never=b.example.com"))
                        .toArray(String[]::new));
        assertThat(SchemaProblems.of("policy-prove", proof)).as(proof).isEmpty();
        for (Path[] sides : List.of(new Path[] {one, other}, new Path[] {one.getParent(), other.getParent()})) {
            String difference =
                    printed(ExitCodes.NO, "policy", "diff", "--json", sides[0].toString(), sides[1].toString());
            assertThat(SchemaProblems.of("policy-diff", difference))
                    .as(difference)
                    .isEmpty();
        }
    }
}
