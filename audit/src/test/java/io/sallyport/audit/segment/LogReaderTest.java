package io.sallyport.audit.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainEnd;
import io.sallyport.audit.chain.SealedLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as a log leaves them, written here by hand so that each state between two of its steps can be tried. */
final class LogReaderTest {
    @TempDir
    private Path folder = Path.of("");

    private final Chain chain = new Chain(ChainEnd.NONE);

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private SegmentFiles files() {
        return SegmentFiles.of(file());
    }

    private void append(int lines) throws IOException {
        for (int i = 0; i < lines; i++) {
            String body = "{\"v\":1,\"seq\":" + chain.nextSeq();
            byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
            text(body + new String(chain.seal(bytes, 0, bytes.length), StandardCharsets.US_ASCII) + "\n");
        }
    }

    private void text(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private ClosedSegment rotate(long number) throws IOException {
        ClosedSegment segment = files().named(number, Instant.EPOCH);
        Files.move(file(), segment.plain());
        return segment;
    }

    private static void compress(ClosedSegment segment) throws IOException {
        try (var out = new GZIPOutputStream(Files.newOutputStream(segment.compressed()))) {
            Files.copy(segment.plain(), out);
        }
    }

    private static List<Long> rest(LogReader reader) throws IOException {
        List<Long> found = new ArrayList<>();
        for (SealedLine line = reader.next(); line != null; line = reader.next()) {
            found.add(line.seq());
        }
        return found;
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    private LogReader reader(LogPosition from) {
        return LogReader.open(file(), from);
    }

    @Test
    void aLogThatIsNotThereHasNoLinesYet() throws Exception {
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            assertThat(reader.next()).isNull();
            append(2);
            assertThat(rest(reader)).containsExactly(1L, 2L);
        }
    }

    @Test
    void readsOverPlainAndCompressedSegmentsToTheOpenFile() throws Exception {
        append(3);
        ClosedSegment first = rotate(1);
        compress(first);
        Files.delete(first.plain());
        append(4);
        rotate(2);
        append(5);
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            assertThat(rest(reader)).isEqualTo(numbers(1, 12));
            append(1);
            assertThat(rest(reader)).containsExactly(13L);
        }
    }

    @Test
    void goesOnFromEachPositionWithTheLineAfterIt() throws Exception {
        append(3);
        ClosedSegment first = rotate(1);
        compress(first);
        append(2);
        rotate(2);
        append(2);
        List<LogPosition> positions = new ArrayList<>(List.of(LogPosition.BEGINNING));
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            while (reader.next() != null) {
                positions.add(reader.position());
            }
        }
        Files.delete(first.plain());
        assertThat(positions).hasSize(8).isSorted();
        for (int i = 0; i < positions.size(); i++) {
            try (LogReader reader = reader(positions.get(i))) {
                assertThat(rest(reader)).as("after line %d", i).isEqualTo(numbers(i + 1, 7));
            }
        }
    }

    @Test
    void followsARotationAndReadsWhatWasWrittenJustBefore() throws Exception {
        append(2);
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            assertThat(rest(reader)).containsExactly(1L, 2L);
            append(1);
            rotate(1);
            assertThat(rest(reader)).as("the next file is not there yet").containsExactly(3L);
            append(2);
            assertThat(rest(reader)).containsExactly(4L, 5L);
            assertThat(reader.position().segment()).isEqualTo(2);
        }
    }

    @Test
    void aLineThatIsStillBeingWrittenIsReadOnceItIsComplete() throws Exception {
        append(1);
        String line = Files.readString(file());
        Files.writeString(file(), line.substring(0, 40));
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            assertThat(reader.next()).isNull();
            text(line.substring(40, 100));
            assertThat(reader.next()).isNull();
            text(line.substring(100));
            assertThat(rest(reader)).containsExactly(1L);
        }
    }

    @Test
    void linesThatACrashCutOffArePassedOver() throws Exception {
        append(1);
        text("{\"v\":1,\"aud\n");
        append(1);
        text("{\"v\":1,\"cut at the end of a segment");
        rotate(1);
        append(1);
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            assertThat(rest(reader)).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void segmentsThatWereRemovedArePassedOver() throws Exception {
        append(2);
        ClosedSegment first = rotate(1);
        append(2);
        rotate(2);
        append(2);
        Files.delete(first.plain());
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            assertThat(rest(reader)).isEqualTo(numbers(3, 6));
        }
    }

    @Test
    void aFileThatSomethingElseRenamedIsReadToItsEnd() throws Exception {
        append(2);
        try (LogReader reader = reader(LogPosition.BEGINNING)) {
            rest(reader);
            append(1);
            Files.move(file(), folder.resolve("audit.jsonl.1"));
            append(2);
            assertThat(rest(reader)).containsExactly(3L, 4L, 5L);
        }
    }

    @Test
    void aPositionInsideOfALineOrBeyondTheEndBeginsTheSegmentAnew() throws Exception {
        append(3);
        for (long offset : List.of(5L, 1_000_000L)) {
            try (LogReader reader = reader(new LogPosition(1, offset))) {
                assertThat(rest(reader)).isEqualTo(numbers(1, 3));
            }
        }
        try (LogReader reader = reader(new LogPosition(7, 0))) {
            assertThat(rest(reader)).as("the log began anew").isEqualTo(numbers(1, 3));
        }
    }

    @Test
    void filesOfOtherNamesAreNoSegments() throws Exception {
        append(1);
        for (String name : List.of(
                "audit-1-19700101T000000Z.jsonl",
                "audit-00000001-19700101T000000Z.jsonl.tmp",
                "other-00000001-19700101T000000Z.jsonl",
                "audit-00000001-19700101T000000Z.manifest.json",
                "audit-00000001.jsonl")) {
            Files.writeString(folder.resolve(name), "{}\n");
        }
        assertThat(files().closed()).isEmpty();
    }
}
