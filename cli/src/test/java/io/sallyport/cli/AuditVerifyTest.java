package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.audit.segment.ClosedSegment;
import io.sallyport.audit.segment.SegmentFiles;
import io.sallyport.audit.segment.SegmentSettings;
import io.sallyport.audit.segment.SigningKey;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AuditVerifyTest extends CommandLineTest {
    private Path log = Path.of("");

    @BeforeEach
    void aLogOfThreeLines() throws IOException {
        log = folder.resolve("audit.jsonl");
        try (var audit = JsonLinesLog.open(log, AuditSettings.DEFAULTS, InstantSource.system(), System::nanoTime)) {
            for (int i = 0; i < 3; i++) {
                audit.append(AuditEvent.begin(audit.nextId(), 0)
                        .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200));
            }
        }
    }

    private String lastHash() {
        return out.toString().strip().replaceFirst("(?s).*last: ", "");
    }

    @Test
    void aLogAsItWasWrittenIsWhole() {
        assertThat(run("audit", "verify", log.toString())).isZero();
        assertThat(out.toString()).startsWith("whole: 3 lines\nlast: ");
    }

    @Test
    void aChangedLineIsNamed() throws IOException {
        List<String> lines = Files.readAllLines(log);
        Files.writeString(log, String.join("\n", lines).replaceFirst("200", "403") + "\n");
        assertThat(run("audit", "verify", log.toString())).isEqualTo(1);
        assertThat(out.toString()).startsWith(log + ":1 (byte 0): its hash is not that of its content");
        assertThat(run("audit", "verify", "--json", log.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("\"whole\":false", "\"line\":1", "\"fault\":\"changed\"");
    }

    @Test
    void aMissingEndIsSeenByAHashThatWasKept() throws IOException {
        run("audit", "verify", log.toString());
        String last = lastHash();
        assertThat(run("audit", "verify", "--last", last, log.toString())).isZero();
        Files.writeString(log, Files.readAllLines(log).getFirst() + "\n");
        assertThat(run("audit", "verify", log.toString())).isZero();
        assertThat(run("audit", "verify", "--last", last, log.toString())).isEqualTo(1);
    }

    @Test
    void whatCannotBeReadIsUnusable() {
        assertThat(run("audit", "verify", folder.resolve("none").toString())).isEqualTo(2);
        assertThat(run("audit", "verify", "--last", "abc", log.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("no such file", "64 lower-case hex digits");
    }

    @Test
    void aFolderIsVerifiedWithItsClosedSegmentsAndTheKey() throws IOException {
        SigningKey key = SigningKey.in(folder);
        var segments = new SegmentSettings(500, Duration.ZERO, true, 0, Duration.ZERO, key);
        AuditSettings settings = AuditSettings.DEFAULTS.withSegments(segments);
        for (int restart = 0; restart < 4; restart++) { // each closes one, since its lines are one batch
            try (var audit = JsonLinesLog.open(log, settings, InstantSource.system(), System::nanoTime)) {
                audit.append(AuditEvent.begin(audit.nextId(), 0)
                        .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200));
                audit.append(AuditEvent.begin(audit.nextId(), 0)
                        .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200));
            }
        }
        String publicKey = folder.resolve("audit-signing.pub").toString();
        assertThat(run("audit", "verify", folder.toString())).isZero();
        assertThat(out.toString()).contains("whole: 11 lines, ", " closed segments (signatures of 0 verified)");
        List<ClosedSegment> closed = SegmentFiles.of(log).closed();
        out.getBuffer().setLength(0);
        assertThat(run("audit", "verify", "--json", log.toString())).isZero();
        assertThat(out.toString()).contains("\"segments\":" + closed.size());
        Files.deleteIfExists(closed.get(1).plain());
        Files.deleteIfExists(closed.get(1).compressed());
        assertThat(run("audit", "verify", "--key", publicKey, folder.toString()))
                .isEqualTo(1);
    }

    @Test
    void aKeyThatIsNoneIsUnusable() throws IOException {
        Path none = Files.writeString(folder.resolve("none.pub"), "none");
        assertThat(run("audit", "verify", "--key", none.toString(), folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no public Ed25519 key");
    }
}
