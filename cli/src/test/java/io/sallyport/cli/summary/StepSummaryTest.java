package io.sallyport.cli.summary;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page that a step of CI shows. */
class StepSummaryTest {
    private static final String CURLS = "curl -s http://yes.test/a; curl -s http://yes.test/b;"
            + " curl -s 'http://maybe.test/x|y`z?key=hidden'; curl -s http://sallyport.internal/v1/whoami; exit 0";

    @TempDir
    Path folder = Path.of("");

    @Test
    void aRunAddsWhatWasReachedAndRefusedAndTheLeaseToPaste() throws Exception {
        require("curl");
        Path page = Files.writeString(folder.resolve("page.md"), "before\n");
        Path audit = folder.resolve("audit.jsonl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"))) {
            Path config = Files.writeString(
                    folder.resolve("c.yaml"), """
                    proxy: {listen: ["127.0.0.1:0"]}
                    state: "%s"
                    audit: {file: "%s"}
                    egress: {hosts: {"yes.test:80": "%s", "maybe.test:80": "127.0.0.1:9"}}
                    """.formatted(folder.resolve("state"), audit, origin.hostPort()));
            Client.Ended ended = CommandInProcess.run(
                    "run",
                    "--config=" + config,
                    "--fence=off",
                    "--allow=http://yes.test/**",
                    "--summary=" + page,
                    "--",
                    "sh",
                    "-c",
                    CURLS);
            assertThat(ended.exit()).as(ended.err()).isZero();
        }
        String text = Files.readString(page);
        assertThat(text)
                .startsWith("before\n## Network access")
                .contains("| http&#58;//yes&#46;test | 2 |")
                .contains("| GET http&#58;//maybe&#46;test/x", "no&#95;grant")
                .contains("\"net.fetch\"", "http://maybe.test/")
                .doesNotContain("hidden", "sallyport.internal", "sallyport&#46;internal");
        assertThat(table(text))
                .allMatch(line -> line.chars().filter(c -> c == '|').count() <= 4);

        Client.Ended printed =
                CommandInProcess.run("audit", "summary", "--config=" + folder.resolve("c.yaml"), audit.toString());
        assertThat(printed.exit()).as(printed.err()).isZero();
        assertThat("before\n" + printed.out()).as("of the log").isEqualTo(text);
    }

    private static List<String> table(String text) {
        return text.lines().filter(line -> line.startsWith("| ")).toList();
    }

    @Test
    void autoIsTheFileOfGithubWhereThereIsOne() throws Exception {
        Path page = folder.resolve("step.md");
        assertThat(SummaryFile.of("auto", Map.of())).isNull();
        assertThat(SummaryFile.of(null, Map.of("GITHUB_STEP_SUMMARY", page.toString())))
                .isNull();
        assertThat(SummaryFile.of("auto", Map.of("GITHUB_STEP_SUMMARY", page.toString())))
                .isNotNull();
        assertThat(page).isEmptyFile();
    }

    @Test
    void aFileThatCannotBeWrittenEndsTheCommandBeforeItRuns() {
        Client.Ended ended = CommandInProcess.run("run", "--summary=" + folder, "--allow=a.test", "--", "true");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err()).contains("the summary cannot be written");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a|b",
                "`code`",
                "**bold** _x_ ~~y~~",
                "[link](https://evil.test)",
                "![image](https://evil.test/x.png)",
                "<script>alert(1)</script>",
                "https://evil.test www.evil.test a@evil.test",
                "&lt;b&gt; &amp;",
                "a\nb\r\n## head",
                "\\| \\` \\\\",
                "\u202Eabc\u0007",
                "@team #1 $x$ :smile:",
            })
    void hostileTextIsNoStructure(String text) {
        assertThat(MarkdownText.cell(text)).matches("(?:[A-Za-z0-9 /-]|&#[0-9]+;)*");
    }

    @Test
    void aBlockOfCodeEndsWhereItEnds() {
        assertThat(MarkdownText.block("json", "a\n````\nb")).isEqualTo("`````json\na\n````\nb\n`````\n");
        assertThat(MarkdownText.cell("x".repeat(300))).hasSize(203);
    }
}
