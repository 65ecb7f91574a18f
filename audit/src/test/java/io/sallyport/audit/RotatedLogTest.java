package io.sallyport.audit;

import static io.sallyport.audit.LogFixture.QUICK;
import static io.sallyport.audit.LogFixture.append;
import static io.sallyport.audit.LogFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.chain.SealedLine;
import io.sallyport.audit.segment.ClosedSegment;
import io.sallyport.audit.segment.LogPosition;
import io.sallyport.audit.segment.LogReader;
import io.sallyport.audit.segment.SegmentFiles;
import io.sallyport.audit.segment.SegmentSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that closes its file at a size or age. */
final class RotatedLogTest {
    @TempDir
    private Path folder = Path.of("");

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong wallMillis = new AtomicLong(Records.NOON);
    private final InstantSource wall = () -> Instant.ofEpochMilli(wallMillis.get());

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private JsonLinesLog open(long maxBytes, Duration maxAge) throws IOException {
        var segments = new SegmentSettings(maxBytes, maxAge, false, 0, Duration.ZERO, null);
        return JsonLinesLog.open(file(), QUICK.withSegments(segments), wall, nanos::get);
    }

    private JsonLinesLog open(long maxBytes) throws IOException {
        return open(maxBytes, Duration.ZERO);
    }

    private static void write(JsonLinesLog log, int records) throws Exception {
        for (int i = 0; i < records; i++) {
            await(append(log, Records.allowed(log.nextId())));
        }
    }

    private List<ClosedSegment> closed() throws IOException {
        return SegmentFiles.of(file()).closed();
    }

    /** Asserts that every line is there once, in order, with its hash naming the one before. */
    private void assertWhole(long lines) throws IOException {
        List<Long> numbers = new ArrayList<>();
        String last = "0".repeat(64);
        try (LogReader reader = LogReader.open(file(), LogPosition.BEGINNING)) {
            for (SealedLine line = reader.next(); line != null; line = reader.next()) {
                numbers.add(line.seq());
                assertThat(line.previousHash()).isEqualTo(last);
                last = line.hash();
            }
        }
        assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, lines).boxed().toList());
    }

    @Test
    void aFileThatReachesItsSizeIsClosedUnderNumberAndTime() throws Exception {
        try (JsonLinesLog log = open(1_000)) {
            write(log, 20);
        }
        assertThat(closed()).hasSizeGreaterThan(3);
        assertThat(closed().getFirst().plain()).hasFileName("audit-00000001-20261118T120000Z.jsonl");
        assertThat(closed())
                .extracting(ClosedSegment::number)
                .isEqualTo(LongStream.rangeClosed(1, closed().size()).boxed().toList());
        assertWhole(20);
    }

    @Test
    void aFileWhoseFirstLineIsOldIsClosedWithoutAnotherLine() throws Exception {
        try (JsonLinesLog log = open(0, Duration.ofHours(1))) {
            write(log, 2);
            nanos.addAndGet(Duration.ofMinutes(59).toNanos());
            write(log, 1);
            assertThat(closed()).isEmpty();
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            while (closed().isEmpty()) { // a tick of the writer
                write(log, 0);
            }
            write(log, 1);
        }
        assertWhole(4);
    }

    @Test
    void theAgeGoesOnOverARestartAndAClockThatIsSetBack() throws Exception {
        try (JsonLinesLog log = open(0, Duration.ofHours(1))) {
            write(log, 1);
        }
        wallMillis.addAndGet(Duration.ofMinutes(61).toMillis());
        try (JsonLinesLog log = open(0, Duration.ofHours(1))) {
            write(log, 1);
        }
        assertThat(closed()).hasSize(1);
        wallMillis.addAndGet(-Duration.ofDays(400).toMillis());
        try (JsonLinesLog log = open(1, Duration.ofHours(1))) {
            write(log, 3);
        }
        assertThat(closed()).hasSizeGreaterThan(2);
        assertWhole(5);
    }

    @Test
    void goesOnAfterAKillBetweenTheTwoFiles() throws Exception {
        try (JsonLinesLog log = open(0)) {
            write(log, 3);
        }
        Files.move(file(), folder.resolve("audit-00000001-19700101T000000Z.jsonl"));
        try (JsonLinesLog log = open(0)) {
            assertThat(log.nextId()).isGreaterThan(lastId());
            write(log, 2);
        }
        assertWhole(5);
    }

    private String lastId() throws IOException {
        String last = Files.readAllLines(closed().getLast().plain()).getLast();
        return last.replaceFirst(".*\"audit_id\":\"([^\"]*)\".*", "$1");
    }

    @Test
    void goesOnAfterAKillInTheFirstLineOfAFile() throws Exception {
        try (JsonLinesLog log = open(300)) {
            write(log, 3);
        }
        Files.writeString(file(), "{\"v\":1,\"aud", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try (JsonLinesLog log = open(300)) {
            write(log, 2);
        }
        List<SealedLine> lines = new ArrayList<>();
        try (LogReader reader = LogReader.open(file(), LogPosition.BEGINNING)) {
            for (SealedLine line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        }
        assertThat(lines)
                .extracting(SealedLine::seq)
                .isEqualTo(LongStream.rangeClosed(1, 6).boxed().toList());
    }

    @Test
    void aFileThatCannotBeClosedStaysInUseAndIsTriedAgain() throws Exception {
        try (JsonLinesLog log = open(1)) {
            Path damaged = Files.writeString(folder.resolve("audit-removed.json"), "no record of a removal");
            write(log, 3);
            assertThat(log.isAccepting()).isTrue();
            assertThat(closed()).isEmpty();
            Files.delete(damaged);
            nanos.addAndGet(Duration.ofSeconds(10).toNanos());
            write(log, 2);
        }
        assertThat(closed()).isNotEmpty();
        assertWhole(5);
    }

    @Test
    void searchesGoBackOverClosedFiles() throws Exception {
        try (JsonLinesLog log = open(1_000)) {
            String first = log.nextId();
            await(append(log, Records.allowed(first)));
            write(log, 20);
            assertThat(log.tail(30, AuditFilter.ALL)).satisfies(found -> {
                assertThat(found.lines()).hasSize(21);
                assertThat(found.complete()).isTrue();
            });
            assertThat(log.find(first).lines()).hasSize(1);
            ClosedSegment oldest = closed().getFirst();
            Files.move(oldest.plain(), oldest.compressed());
            assertThat(log.tail(30, AuditFilter.ALL).complete())
                    .as("the oldest is compressed")
                    .isFalse();
        }
    }

    @Test
    void renamingByAnotherProgramStillWorks() throws Exception {
        Path older = folder.resolve("audit.jsonl.1");
        try (JsonLinesLog log = open(1_000_000)) {
            write(log, 2);
            Files.move(file(), older);
            log.reopen();
            write(log, 2);
        }
        assertThat(closed()).isEmpty();
        assertThat(Files.readString(older) + Files.readString(file())).contains("\"seq\":1,", "\"seq\":5,");
    }
}
