package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuditExportTest extends CommandLineTest {
    private Path log = Path.of("");
    private Path exported = Path.of("");

    @BeforeEach
    void aLogOfFourLines() throws IOException {
        log = folder.resolve("audit.jsonl");
        exported = folder.resolve("exported");
        try (var audit = JsonLinesLog.open(log, AuditSettings.DEFAULTS, InstantSource.system(), System::nanoTime)) {
            for (int i = 0; i < 4; i++) {
                audit.append(AuditEvent.begin(audit.nextId(), 0)
                        .sandbox(i % 2 == 0 ? "sb-1" : "sb-2", "run-7", 3)
                        .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200));
            }
        }
    }

    private int export(String form, String... more) {
        var arguments = new ArrayList<>(
                List.of("audit", "export", "--format", form, "--out", exported.toString(), log.toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "ocsf", "opa", "cef"})
    void anExportedFileAloneIsVerified(String form) throws IOException {
        assertThat(export(form)).isZero();
        Files.delete(log);
        assertThat(run("audit", "verify", "--format", form, exported.toString()))
                .isZero();
        assertThat(out.toString()).contains("whole: 4 lines\nlast: ");
        List<String> lines = Files.readAllLines(exported);
        Files.writeString(exported, String.join("\n", lines).replaceFirst("sb-2", "sb-1") + "\n");
        assertThat(run("audit", "verify", "--format", form, exported.toString()))
                .isEqualTo(1);
        assertThat(out.toString()).contains(exported + ":2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "ocsf", "opa", "cef"})
    void aFilteredExportIsVerifiedWithGaps(String form) {
        assertThat(export(form, "--sandbox", "sb-2")).isZero();
        assertThat(run("audit", "verify", "--format", form, exported.toString()))
                .isEqualTo(1);
        assertThat(run("audit", "verify", "--gaps", "--format", form, exported.toString()))
                .isZero();
        assertThat(out.toString()).contains("unchanged: 2 records, with 1 gaps");
    }

    @Test
    void onlyTheOwnerMayReadTheFile() throws IOException {
        assertThat(export("ocsf")).isZero();
        assertThat(Files.getPosixFilePermissions(exported)).hasSize(2);
    }

    @Test
    void withoutAFileTheExportIsPrinted() {
        assertThat(run("audit", "export", "--format", "cef", log.toString())).isZero();
        assertThat(out.toString().lines()).hasSize(4).allMatch(line -> line.startsWith("CEF:1|Sallyport|"));
    }

    @Test
    void whatCannotBeReadIsUnusable() {
        assertThat(run("audit", "export", folder.resolve("none").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("no such file");
        assertThat(run("audit", "export", "--format", "leef", log.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("expected one of: jsonl, ocsf, opa, cef");
    }
}
