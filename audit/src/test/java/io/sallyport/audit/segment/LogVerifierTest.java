package io.sallyport.audit.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainEnd;
import io.sallyport.audit.chain.ChainVerdict.Broken;
import io.sallyport.audit.chain.ChainVerdict.Fault;
import io.sallyport.audit.chain.ChainVerdict.Whole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody with access to the folder, but not to the key, may try. */
final class LogVerifierTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private final Chain chain = new Chain(ChainEnd.NONE);
    private @Nullable SigningKey key;

    @BeforeEach
    void fiveClosedSegmentsAndAnOpenFile() throws IOException {
        key = SigningKey.in(folder);
        for (int number = 1; number <= 5; number++) {
            Files.writeString(files().named(number, NOON).plain(), line() + line());
        }
        Files.writeString(files().open(), line());
        pass(0, NOON);
    }

    private SegmentFiles files() {
        return SegmentFiles.of(folder.resolve("audit.jsonl"));
    }

    private String line() {
        String body = "{\"v\":1,\"audit_id\":\"1m\",\"time\":\"2026-11-18T12:00:00.000Z\",\"seq\":" + chain.nextSeq();
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        return body + new String(chain.seal(bytes, 0, bytes.length), StandardCharsets.US_ASCII) + "\n";
    }

    private void pass(long keepBytes, Instant now) throws IOException {
        var settings = new SegmentSettings(1, Duration.ZERO, true, keepBytes, Duration.ZERO, key);
        try (var maintenance = new SegmentMaintenance(files(), settings, InstantSource.fixed(now))) {
            maintenance.order();
        }
    }

    private LogVerdict verdict() throws IOException {
        return new LogVerifier(files().open(), key == null ? null : key.verifying(), null, bytes -> {}).verify();
    }

    private void assertBroken(Path file, Fault fault) throws IOException {
        assertThat(verdict().chain()).isInstanceOfSatisfying(Broken.class, broken -> {
            assertThat(broken.fault()).isEqualTo(fault);
            assertThat(broken.file()).isEqualTo(file.toString());
        });
    }

    private ClosedSegment segment(int number) throws IOException {
        return files().closed().get(number - 1);
    }

    private static void edit(Path file, String from, String to) throws IOException {
        Files.writeString(file, Files.readString(file).replace(from, to));
    }

    @Test
    void anUntouchedLogIsWholeAndSigned() throws Exception {
        LogVerdict verdict = verdict();
        assertThat(verdict.chain())
                .isInstanceOfSatisfying(
                        Whole.class, whole -> assertThat(whole.lines()).isEqualTo(11));
        assertThat(verdict.segments()).isEqualTo(5);
        assertThat(verdict.unsigned()).isZero();
    }

    @Test
    void aSegmentThatIsTakenOutIsFound() throws Exception {
        ClosedSegment taken = segment(3);
        Files.delete(taken.compressed());
        Files.delete(taken.manifest());
        assertBroken(segment(3).plain(), Fault.SEGMENT_MISSING);
    }

    @Test
    void theOldestSegmentsThatAreTakenOutAreNoRetention() throws Exception {
        ClosedSegment first = segment(1);
        Files.delete(first.compressed());
        Files.delete(first.manifest());
        assertBroken(segment(1).plain(), Fault.SEGMENT_MISSING);
    }

    @Test
    void whatRetentionRemovedIsSaidAndItsRecordCannotBeForged() throws Exception {
        pass(3_500, NOON.plusSeconds(60));
        LogVerdict verdict = verdict();
        assertThat(verdict.chain()).isInstanceOf(Whole.class);
        Removal removed = Objects.requireNonNull(verdict.removed());
        assertThat(removed.lastSegment()).isBetween(1L, 4L);
        assertThat(removed.lines()).isEqualTo(2 * removed.lastSegment());
        edit(files().removal(), "\"lines\":" + removed.lines(), "\"lines\":1");
        assertBroken(files().removal(), Fault.FORGED);
    }

    @Test
    void anOlderRecordOfRetentionDoesNotCoverWhatWasTakenOutAfter() throws Exception {
        pass(4_000, NOON);
        ClosedSegment oldest = segment(1);
        Files.deleteIfExists(oldest.plain());
        Files.deleteIfExists(oldest.compressed());
        Files.delete(oldest.manifest());
        assertBroken(segment(1).plain(), Fault.SEGMENT_MISSING);
    }

    @Test
    void aSegmentWithAnotherContentIsFoundEvenIfItsChainIsRight() throws Exception {
        Files.copy(segment(2).compressed(), segment(1).compressed(), StandardCopyOption.REPLACE_EXISTING);
        assertBroken(segment(1).manifest(), Fault.CONTENT_DIFFERS);
    }

    @Test
    void aChangedManifestIsFound() throws Exception {
        edit(segment(4).manifest(), "\"lines\":2", "\"lines\":3");
        assertBroken(segment(4).manifest(), Fault.FORGED);
    }

    @Test
    void aManifestWhoseSignatureWasTakenOffIsFound() throws Exception {
        Path manifest = segment(2).manifest();
        Files.writeString(manifest, Files.readString(manifest).replaceFirst(",\"key\".*", "}"));
        assertBroken(segment(3).manifest(), Fault.MANIFEST_OUT_OF_PLACE);
    }

    @Test
    void aManifestThatWasTakenOutIsFound() throws Exception {
        Files.delete(segment(2).manifest());
        assertBroken(segment(2).manifest(), Fault.MANIFEST_MISSING);
    }

    @Test
    void theNewestMayHaveNoManifestYetAndIsCountedAsUnsigned() throws Exception {
        Files.delete(segment(5).manifest());
        assertThat(verdict().chain()).isInstanceOf(Whole.class);
        assertThat(verdict().unsigned()).isEqualTo(1);
    }

    @Test
    void aLogThatAnotherKeySignedIsNotSigned() throws Exception {
        key = SigningKey.in(Files.createDirectory(folder.resolve("other")));
        assertBroken(segment(5).manifest(), Fault.UNSIGNED);
    }

    @Test
    void aKillBetweenTwoFilesLeavesAWholeLog() throws Exception {
        Files.move(files().open(), files().named(6, NOON).plain());
        assertThat(verdict().chain()).isInstanceOf(Whole.class);
    }

    @Test
    void filesOfAnyFormAreNoReasonToFail() throws Exception {
        for (String text : List.of("", "{}\n", "{\"v\":1,\"kind\":\"segment\"}\n", "x".repeat(10_000))) {
            Files.writeString(segment(2).manifest(), text);
            assertBroken(segment(2).manifest(), Fault.FORGED);
        }
    }
}
