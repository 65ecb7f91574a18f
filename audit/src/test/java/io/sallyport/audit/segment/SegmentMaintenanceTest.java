package io.sallyport.audit.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainEnd;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One pass over a folder, from each state in which a crash may leave it. */
final class SegmentMaintenanceTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private final Chain chain = new Chain(ChainEnd.NONE);
    private final SegmentSettings kept = settings(0, Duration.ZERO);

    private SegmentFiles files() {
        return SegmentFiles.of(folder.resolve("audit.jsonl"));
    }

    @BeforeEach
    void fourClosedSegmentsOfThreeLinesADayApart() throws IOException {
        for (int day = 0; day < 4; day++) {
            Instant time = NOON.plus(Duration.ofDays(day));
            var text = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                text.append(line(time));
            }
            Files.writeString(files().named(day + 1, time).plain(), text);
        }
        Files.writeString(files().open(), line(NOON.plus(Duration.ofDays(4))));
    }

    private String line(Instant time) {
        String body = "{\"v\":1,\"audit_id\":\"1m\",\"time\":\"%s\",\"seq\":%d"
                .formatted(time.toString().replace("Z", ".000Z"), chain.nextSeq());
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        return body + new String(chain.seal(bytes, 0, bytes.length), StandardCharsets.US_ASCII) + "\n";
    }

    private SegmentSettings settings(long keepBytes, Duration keepAge) {
        return new SegmentSettings(1, Duration.ZERO, true, keepBytes, keepAge, null);
    }

    private void pass(SegmentSettings settings, Instant now) throws IOException {
        try (var maintenance = new SegmentMaintenance(files(), settings, InstantSource.fixed(now))) {
            maintenance.sweep();
            maintenance.order();
        }
    }

    private void pass() throws IOException {
        pass(kept, NOON);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private List<Long> numbers() throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (LogReader reader = LogReader.open(files().open(), LogPosition.BEGINNING)) {
            for (var line = reader.next(); line != null; line = reader.next()) {
                numbers.add(line.seq());
            }
        }
        return numbers;
    }

    private static SegmentManifest manifest(ClosedSegment segment) throws IOException {
        return Objects.requireNonNull(SegmentManifest.of(segment));
    }

    @Test
    void allButTheNewestAreCompressedAndEachHasAManifest() throws Exception {
        pass();
        assertThat(names())
                .containsExactly(
                        "audit-00000001-20261118T120000Z.jsonl.gz",
                        "audit-00000001-20261118T120000Z.manifest.json",
                        "audit-00000002-20261119T120000Z.jsonl.gz",
                        "audit-00000002-20261119T120000Z.manifest.json",
                        "audit-00000003-20261120T120000Z.jsonl.gz",
                        "audit-00000003-20261120T120000Z.manifest.json",
                        "audit-00000004-20261121T120000Z.jsonl",
                        "audit-00000004-20261121T120000Z.manifest.json",
                        "audit.jsonl");
        assertThat(numbers()).hasSize(13);
        for (String name : names()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .as(name)
                    .matches(name.matches(".*(gz|json)") ? "rw-------" : ".*");
        }
    }

    @Test
    void aManifestSaysWhatTheSegmentHoldsAndNamesTheOneBefore() throws Exception {
        pass();
        List<ClosedSegment> closed = files().closed();
        SegmentManifest second = manifest(closed.get(1));
        assertThat(second.content().lines()).isEqualTo(3);
        assertThat(second.content().firstSeq()).isEqualTo(4);
        assertThat(second.content().end().seq()).isEqualTo(6);
        assertThat(second.content().lastTime()).isEqualTo(NOON.plus(Duration.ofDays(1)));
        assertThat(second.content().begins())
                .isEqualTo(manifest(closed.getFirst()).content().end().hash());
        assertThat(second.previous())
                .isEqualTo(
                        Objects.requireNonNull(SignedText.read(closed.getFirst().manifest()))
                                .hash());
        try (InputStream content = closed.get(1).content()) {
            assertThat(SegmentContent.of(content)).isEqualTo(second.content());
        }
    }

    @Test
    void aSecondPassChangesNothing() throws Exception {
        pass();
        List<String> before = names();
        byte[] manifest = Files.readAllBytes(files().closed().getFirst().manifest());
        pass();
        assertThat(names()).isEqualTo(before);
        assertThat(files().closed().getFirst().manifest()).hasBinaryContent(manifest);
    }

    @Test
    void whatACrashLeftUnfinishedIsDoneAnew() throws Exception {
        ClosedSegment first = files().closed().getFirst();
        Files.writeString(Path.of(first.compressed() + ".unfinished"), "half");
        Files.writeString(Path.of(first.manifest() + ".unfinished"), "{\"v\":1,");
        pass();
        assertThat(names()).noneMatch(name -> name.endsWith(".unfinished"));
        assertThat(numbers()).hasSize(13);
    }

    @Test
    void aCrashBeforeThePlainFileIsRemovedLeavesOne() throws Exception {
        byte[] plain = Files.readAllBytes(files().closed().getFirst().plain());
        pass();
        ClosedSegment first = files().closed().getFirst();
        Files.write(first.plain(), plain);
        assertThat(numbers()).as("no line twice").hasSize(13);
        pass();
        assertThat(first.plain()).doesNotExist();
    }

    @Test
    void aCompressedFileThatIsDamagedNeverReplacesThePlainOne() throws Exception {
        pass();
        ClosedSegment first = files().closed().getFirst();
        ClosedSegment second = files().closed().get(1);
        Files.copy(second.compressed(), first.compressed(), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(first.plain(), "what would be lost\n");
        assertThatThrownBy(this::pass).isInstanceOf(IOException.class);
        assertThat(first.plain()).exists();
    }

    @Test
    void olderAndSuperfluousSegmentsAreRemovedFromTheBeginningAndWrittenDown() throws Exception {
        pass(settings(0, Duration.ofHours(60)), NOON.plus(Duration.ofDays(4)));
        assertThat(numbers()).startsWith(7L).hasSize(7);
        Removal removal = Objects.requireNonNull(Removal.of(files()));
        assertThat(removal.lastSegment()).isEqualTo(2);
        assertThat(removal.lines()).isEqualTo(6);
        assertThat(removal.end().seq()).isEqualTo(6);
        assertThat(removal.end().hash())
                .isEqualTo(manifest(files().closed().getFirst()).content().begins());
        pass(settings(1, Duration.ZERO), NOON);
        assertThat(numbers()).containsExactly(13L);
        assertThat(Objects.requireNonNull(Removal.of(files())).lines()).isEqualTo(12);
    }

    @Test
    void numbersAndChainGoOnAfterAllClosedSegmentsWereRemoved() throws Exception {
        pass(settings(1, Duration.ZERO), NOON);
        assertThat(files().openNumber()).isEqualTo(5);
        assertThat(files().endOfCompressed().seq()).isEqualTo(12);
    }

    @Test
    void nothingIsRemovedByDefault() throws Exception {
        pass(kept, NOON.plus(Duration.ofDays(10_000)));
        assertThat(numbers()).hasSize(13);
    }

    @Test
    void aRemovalThatACrashCutOffIsFinished() throws Exception {
        List<ClosedSegment> closed = files().closed();
        byte[] first = Files.readAllBytes(closed.getFirst().plain());
        pass(settings(0, Duration.ofHours(84)), NOON.plus(Duration.ofDays(4)));
        Files.write(closed.getFirst().plain(), first);
        pass();
        assertThat(closed.getFirst().plain()).doesNotExist();
        assertThat(numbers()).startsWith(4L);
        assertThat(manifest(files().closed().getFirst()).number()).isEqualTo(2);
    }

    @Test
    void manifestsAreSignedAndTheKeyIsMadeOnce() throws Exception {
        SigningKey key = SigningKey.in(folder);
        assertThat(SigningKey.in(folder).verifying().pem())
                .isEqualTo(key.verifying().pem());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("audit-signing.key"))))
                .isEqualTo("rw-------");
        pass(new SegmentSettings(1, Duration.ZERO, true, 0, Duration.ZERO, key), NOON);
        SignedText text = Objects.requireNonNull(
                SignedText.read(files().closed().getFirst().manifest()));
        VerifyingKey verifying =
                Objects.requireNonNull(VerifyingKey.parse(Files.readString(folder.resolve("audit-signing.pub"))));
        assertThat(text.isSignedBy(verifying)).isTrue();
        String changed = new String(text.bytes(), StandardCharsets.US_ASCII).replace("\"lines\":3", "\"lines\":4");
        assertThat(Objects.requireNonNull(SignedText.parse(changed)).isSignedBy(verifying))
                .isFalse();
    }

    @Test
    void halvesOfTwoKeysAreRefused() throws Exception {
        SigningKey.in(folder);
        Path other = Files.createDirectory(folder.resolve("other"));
        SigningKey.in(other);
        Files.copy(
                other.resolve("audit-signing.pub"),
                folder.resolve("audit-signing.pub"),
                StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> SigningKey.in(folder)).hasMessageContaining("not the public half");
        Files.writeString(folder.resolve("audit-signing.key"), "no key");
        assertThatThrownBy(() -> SigningKey.in(folder)).hasMessageContaining("holds no Ed25519 key");
    }
}
