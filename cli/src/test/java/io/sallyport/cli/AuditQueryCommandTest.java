package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AuditQueryCommandTest extends CommandLineTest {
    private static final long NOON = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private Path log = Path.of("");

    @BeforeEach
    void aLogOfFourLines() throws IOException {
        log = folder.resolve("audit.jsonl");
        try (var audit =
                JsonLinesLog.open(log, AuditSettings.DEFAULTS, () -> Instant.ofEpochMilli(NOON), System::nanoTime)) {
            for (int i = 0; i < 4; i++) {
                audit.append(AuditEvent.begin(audit.nextId(), NOON + i * 60_000L)
                        .sandbox(i < 3 ? "sb-1" : "sandbox-with-a-long-name", "run-7", 3)
                        .request(
                                RequestKind.HTTP,
                                new RequestPart(
                                        "http",
                                        "h" + i + ".test",
                                        80,
                                        "GET",
                                        "/\u202e\u001b[2J" + i,
                                        List.of(),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        0,
                                        0),
                                i == 0 ? ReasonCode.GRANTED : ReasonCode.NO_GRANT,
                                200));
            }
        }
    }

    @Test
    void filesOfALogAreAskedWithoutAGateway() {
        assertThat(run("audit", "query", "--verdict", "deny", "--host", "*.test", "--audit", log.toString()))
                .isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).contains("http://h1.test:80/").contains("no_grant  sb-1                      GET");
        assertThat(lines.get(2)).contains("no_grant  sandbox-with-a-long-name  GET");
    }

    @Test
    void textOfRecordsControlsNoTerminal() {
        assertThat(run("audit", "query", "--audit", log.toString())).isZero();
        assertThat(out.toString())
                .contains("\\u{202e}\\u{1b}[2J")
                .doesNotContain("\u202e")
                .doesNotContain("\u001b");
    }

    @Test
    void groupsAreATableWithTheirKeys() {
        assertThat(run("audit", "query", "--group-by", "verdict,reason", "--audit", log.toString()))
                .isZero();
        assertThat(out.toString().lines().toList())
                .containsExactly(
                        "verdict  reason    records  requests  last",
                        "deny     no_grant  3        3         2026-11-18T12:03:00Z",
                        "allow    granted   1        1         2026-11-18T12:00:00Z");
    }

    @Test
    void pagesAreAskedForByTheCursorThatIsPrinted() {
        assertThat(run("audit", "query", "--limit", "2", "--json", "--audit", log.toString()))
                .isZero();
        assertThat(out.toString()).contains("h2.test", "h3.test").doesNotContain("h1.test");
        String cursor = err.toString().replaceAll("(?s).*--cursor ([0-9]+).*", "$1");
        out.getBuffer().setLength(0);
        assertThat(run("audit", "query", "--limit", "2", "--cursor", cursor, "--audit", log.toString()))
                .isZero();
        assertThat(out.toString()).contains("h0.test", "h1.test").doesNotContain("h2.test");
    }

    @Test
    void aCompressedFileIsReadToo() throws IOException {
        Path compressed = folder.resolve("audit.jsonl.gz");
        try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            Files.copy(log, to);
        }
        assertThat(run("audit", "query", "--text", "H2.TEST", "--audit", compressed.toString()))
                .isZero();
        assertThat(out.toString().lines()).hasSize(1);
    }

    @Test
    void filesOfTwoLogsAreNotMixed() throws IOException {
        Path other = folder.resolve("other.jsonl");
        Files.writeString(other, Files.readString(log).replace("sb-1", "sb-9"));
        assertThat(run("audit", "query", "--audit", log.toString(), other.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("oldest first");
    }

    @Test
    void unusableFlagsAreRefused() {
        for (List<String> wrong : List.of(
                List.of("--text", "ab"),
                List.of("--limit", "0"),
                List.of("--group-by", "path"),
                List.of("--cursor", "x"),
                List.of("--follow", "--text", "abc"),
                List.of("--since", "yesterday"))) {
            var arguments = new ArrayList<>(List.of("audit", "query"));
            arguments.addAll(wrong);
            arguments.addAll(List.of("--audit", log.toString()));
            assertThat(run(arguments.toArray(String[]::new)))
                    .as(wrong.toString())
                    .isEqualTo(2);
        }
    }
}
