package io.sallyport.cli.policy.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.control.replay.GroupedChanges;
import io.sallyport.testkit.Client;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that an attacker has a part in, or that were cut. */
class HostileLogTest {
    private static final String ESCAPE = "\u001b[2J";

    @TempDir
    Path folder = Path.of("");

    private final LogOfRecords log = new LogOfRecords();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"v\":2,\"kind\":\"http\"}",
                "{\"v\":1,\"kind\":\"\u001b[2J\"}",
                "\u001b[2J\u0007",
                "{\"v\":1,\"audit_id\":\"1m7",
                "{\"v\":1}{\"v\":1}",
                "",
                "{\"v\":1,\"kind\":\"http\",\"audit_id\":\"<script>\",\"time\":\"2026-11-18T12:00:00.000Z\"}"
            })
    void aLineThatIsNoRecordIsToldByItsPlaceAndDoesNotEndTheReplay(String line) throws IOException {
        log.request("sb-1", "GET", "a.example.org", "/x", false)
                .line(line)
                .request("sb-1", "GET", "a.example.org", "/x", false);
        Client.Ended ended = replay(log.in(folder));
        assertThat(ended.exit()).isZero();
        assertThat(ended.out()).contains("lines read: 3, not readable 1\n", "newly allowed: 2\n");
        assertThat(ended.err()).contains("audit.jsonl:2: ").doesNotContain("\u001b", "\u0007", "script");
        assertThat(replay(log.in(folder), "--strict").exit()).isEqualTo(2);
    }

    @Test
    void aLineOfAMebibyteIsReadAndALongerOneSkipped() throws IOException {
        String request =
                "\"kind\":\"http\",\"scheme\":\"https\",\"host\":\"a.example.org\",\"port\":443,\"method\":\"GET\","
                        + "\"path\":\"/x\",\"detail\":\"%s\"";
        log.record("sb-1", "\"deny\",\"no_grant\"", request.formatted("x".repeat((1 << 20) - 400)))
                .record("sb-1", "\"deny\",\"no_grant\"", request.formatted("x".repeat(3 << 20)))
                .request("sb-1", "GET", "a.example.org", "/x", false);
        Client.Ended ended = replay(log.in(folder));
        assertThat(ended.out()).contains("lines read: 3, not readable 1\n", "newly allowed: 2\n");
        assertThat(ended.err()).contains("audit.jsonl:2: the line is longer than 1048576 bytes");
    }

    @Test
    void aLogThatWasCutIsReadUpToThere() throws IOException {
        log.request("sb-1", "GET", "a.example.org", "/x", false).request("sb-1", "GET", "a.example.org", "/y", false);
        String text = log.text();
        Path cut = Files.writeString(folder.resolve("cut.jsonl"), text.substring(0, text.length() - 30));
        Client.Ended ended = replay(cut.toString());
        assertThat(ended.out()).contains("newly allowed: 1\n");
        assertThat(ended.err()).contains("cut.jsonl:2: no record of the log: cut off");
    }

    @Test
    void rotatedAndCompressedFilesAreReadAndACutOneUpToThere() throws IOException {
        for (int i = 0; i < 200; i++) {
            log.request("sb-1", "GET", "a.example.org", "/x" + i + "/" + Math.floorMod(i * 7919L, 997), false);
        }
        byte[] whole = compressed(log.text());
        Path one = Files.write(folder.resolve("audit.jsonl.1.gz"), whole);
        Path cut = Files.write(folder.resolve("audit.jsonl.2.gz"), Arrays.copyOf(whole, whole.length / 2));
        Client.Ended ended = replay(one.toString(), cut.toString(), log.in(folder));
        assertThat(ended.exit()).isZero();
        assertThat(ended.err()).contains("audit.jsonl.2.gz:", ": the compressed file ends early, or is damaged");
        assertThat(ended.out()).containsPattern("newly allowed: (4[0-9][0-9]|5[0-9][0-9])\n");
    }

    @Test
    void manyLinesThatCannotBeReadAreToldInPart() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            log.line("no record " + ESCAPE);
        }
        Client.Ended ended = replay(log.in(folder));
        assertThat(ended.err().lines()).hasSize(AuditFiles.MAX_TOLD + 1);
        assertThat(ended.err()).contains("980 more lines cannot be read");
        assertThat(ended.out()).contains("not readable 1,000");
    }

    @Test
    void moreHostsThanAReportHoldsAreCounted() throws IOException {
        for (int i = 0; i < GroupedChanges.MAX_GROUPS + 500; i++) {
            log.request("sb-1", "GET", "h" + i + ".example.org", "/x", true);
        }
        Path page = folder.resolve("report.html");
        Client.Ended ended = replay(log.in(folder), "--html", page.toString());
        assertThat(ended.out()).contains("newly refused: 10,500\n", "   10,450  in other groups\n");
        assertThat(page).content().contains("9,500 more in other groups");
        assertThat(Files.size(page)).isLessThan(1 << 20);
        assertThat(replay(log.in(folder), "--json").out()).contains("\"in_other_groups\":500");
    }

    @Test
    void textOfOthersIsMarkupNeitherOfThePageNorOfTheTerminal() throws IOException {
        Path rego = Files.writeString(folder.resolve("g.rego"), """
                package sallyport.guardrails

                deny contains {"rule": "<img src=x onerror=alert(1)>\\u001b[2J\\u202e", "message": "m"} if {
                	input.action.target == "</td><script>'\\"&"
                }
                """);
        log.record("sb-1", "\"allow\",\"granted\"", """
                "kind":"tool","capability":"tool.call","target":"</td><script>'\\"&"\
                """);
        Path page = folder.resolve("report.html");
        Path lease = Files.writeString(folder.resolve("tools.json"), "{\"tool.call\": [\"**\"]}");
        Client.Ended ended = CommandInProcess.run(
                "policy",
                "replay",
                "--audit",
                log.in(folder),
                "--lease",
                lease.toString(),
                "--guardrails",
                rego.toString(),
                "--html",
                page.toString());
        assertThat(ended.out()).contains("newly refused: 1\n").doesNotContain("\u001b", "\u202e");
        assertThat(page)
                .content()
                .contains("&lt;/td&gt;&lt;script&gt;&#39;&quot;&amp;", "&lt;img src=x onerror=alert(1)&gt;")
                .doesNotContain("<script", "<img", "\u001b", "\u202e", "http://", "src=\"", "url(");
    }

    @Test
    void aChainThatIsBrokenIsSaidOnce() throws IOException {
        for (int i = 0; i < 10; i++) {
            log.record(
                    "sb-1",
                    "\"deny\",\"no_grant\"",
                    "\"kind\":\"http\",\"host\":\"a.example.org\",\"prev_hash\":\"p%d\",\"hash\":\"h%d\""
                            .formatted(i, i));
        }
        assertThat(replay(log.in(folder)).err()).isEqualTo("""
                sallyport: %s:2: does not continue the hash chain (audit verify says whether the log is whole)
                """.formatted(folder.resolve("audit.jsonl")));
    }

    @Test
    void aFileThatIsNotThereEndsTheCommand() {
        Client.Ended ended = replay(folder.resolve("none.jsonl").toString());
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err()).contains("none.jsonl: no such file");
    }

    private static byte[] compressed(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private Client.Ended replay(String... words) {
        return CommandInProcess.run(Stream.concat(
                        Stream.of("policy", "replay", "--allow", "https://a.example.org/**", "--audit"),
                        List.of(words).stream())
                .toArray(String[]::new));
    }
}
