package io.sallyport.audit;

import static io.sallyport.audit.LogFixture.QUICK;
import static io.sallyport.audit.LogFixture.append;
import static io.sallyport.audit.LogFixture.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.audit.segment.LogPosition;
import io.sallyport.audit.segment.LogReader;
import io.sallyport.audit.segment.SegmentFiles;
import io.sallyport.model.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditFileTest {
    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong();

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private JsonLinesLog open() throws IOException {
        return JsonLinesLog.open(file(), QUICK, LogFixture.WALL, nanos::get);
    }

    private static List<String> ids(AuditQueries.Found found) {
        return found.lines().stream()
                .map(line -> line.fields().getOrDefault("audit_id", "?"))
                .toList();
    }

    private static AuditFilter sandbox(@Nullable String sandbox) {
        return new AuditFilter(sandbox, null, null, null, null, null);
    }

    @Test
    void aFolderThatIsNotThereRefusesTheStart() {
        assertThatThrownBy(
                        () -> JsonLinesLog.open(folder.resolve("no/audit.jsonl"), QUICK, LogFixture.WALL, nanos::get))
                .isInstanceOf(IOException.class);
    }

    @Test
    void idsGoOnRisingAfterARestart() throws Exception {
        String before;
        try (JsonLinesLog log = open()) {
            before = log.nextId();
            await(append(log, Records.allowed(before)));
        }
        try (JsonLinesLog log = open()) { // the wall clock stands still
            assertThat(log.nextId()).isGreaterThan(before);
        }
    }

    @Test
    void aTornLineIsEndedMarkedAndPassedOver() throws Exception {
        try (JsonLinesLog log = open()) {
            await(append(log, Records.allowed("a")));
        }
        Files.writeString(file(), "{\"v\":1,\"audit_id\":\"torn", StandardOpenOption.APPEND);
        try (JsonLinesLog log = open()) {
            await(append(log, Records.allowed("b")));
            assertThat(log.tail(10, sandbox("sb-1"))).satisfies(found -> {
                assertThat(ids(found)).containsExactly("a", "b");
                assertThat(found.complete()).isTrue();
            });
        }
        assertThat(Files.readString(file())).contains("\"audit_id\":\"torn\n").contains("the line before was cut off");
    }

    @Test
    void reopeningWritesToTheNewFileOfThatName() throws Exception {
        Path rotated = folder.resolve("audit.jsonl.1");
        try (JsonLinesLog log = open()) {
            await(append(log, Records.allowed("old")));
            Files.move(file(), rotated);
            log.reopen();
            await(append(log, Records.allowed("next"))); // the writer may have looked just before
            await(append(log, Records.allowed("new")));
        }
        assertThat(Files.readString(rotated)).contains("\"old\"").doesNotContain("\"new\"");
        assertThat(Files.readString(file())).contains("\"new\"").contains("the audit log was reopened");
    }

    @Test
    void aFileThatIsGoneIsMadeAnew() throws Exception {
        try (JsonLinesLog log = open()) {
            await(append(log, Records.allowed("old")));
            Files.delete(file());
            nanos.addAndGet(1_000_000_000L);
            await(append(log, Records.allowed("next"))); // the writer may have looked just before
            await(append(log, Records.allowed("new")));
            assertThat(Files.readString(file())).contains("\"new\"").contains("the audit file was gone");
        }
    }

    @Test
    void aFolderThatIsGoneStopsTraffic() throws Exception {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path file = inner.resolve("audit.jsonl");
        try (JsonLinesLog log = JsonLinesLog.open(file, QUICK, LogFixture.WALL, nanos::get)) {
            Files.delete(file);
            Files.delete(inner);
            nanos.addAndGet(1_000_000_000L);
            var told = append(log, Records.allowed("next")); // the writer may have looked just before
            awaitAccepting(log, false);
            assertThat(append(log, Records.allowed("1"))).isCompletedWithValue(false);
            Files.createDirectory(inner);
            assertThat(await(told)).isTrue();
            awaitAccepting(log, true);
            await(append(log, Records.allowed("2")));
            assertThat(Files.readString(file)).contains("\"audit_id\":\"1\"", "\"audit_id\":\"2\"");
        }
    }

    private static void awaitAccepting(JsonLinesLog log, boolean accepting) {
        while (log.isAccepting() != accepting) {
            Thread.onSpinWait();
        }
    }

    @Test
    void tailGivesTheLastThatMatchOldestFirst() throws Exception {
        try (JsonLinesLog log = open()) {
            for (int i = 0; i < 3_000; i++) { // several blocks of the file
                log.append(Records.record(
                        "r" + i, "sb-" + i % 2, ReasonCode.GRANTED, "h", "/" + "x".repeat(i % 97), "192.0.2.1"));
                if (i % 500 == 499) {
                    await(append(log, Records.record("m" + i, "sb-9", ReasonCode.GRANTED, "h", "/", "192.0.2.1")));
                }
            }
            assertThat(ids(log.tail(2, sandbox("sb-1")))).containsExactly("r2997", "r2999");
            assertThat(log.tail(5_000, sandbox("sb-1")).lines()).hasSize(1_500);
            assertThat(log.tail(0, AuditFilter.ALL).lines()).isEmpty();
            assertThat(log.tail(9, sandbox("nobody"))).satisfies(found -> {
                assertThat(found.lines()).isEmpty();
                assertThat(found.complete()).isTrue();
            });
        }
    }

    @Test
    void aSearchStopsAtItsBoundAndSaysSo() throws Exception {
        try (JsonLinesLog log = open()) {
            for (int i = 0; i < 900; i++) {
                await(append(log, Records.allowed("r" + i)));
            }
        }
        var found = new History(SegmentFiles.of(file()), 10_000).tail(900, AuditFilter.ALL);
        assertThat(found.complete()).isFalse();
        assertThat(ids(found)).hasSizeBetween(10, 40).endsWith("r899");
        assertThat(new History(SegmentFiles.of(file()), 10_000).find("r0").lines())
                .isEmpty();
    }

    @Test
    void findGivesARequestWithItsEndOrElseTheCountItStandsIn() throws Exception {
        try (JsonLinesLog log = open()) {
            String id = log.nextId();
            await(append(log, Records.allowed(id)));
            await(append(log, Records.allowed(id)));
            String counted = "";
            for (int i = 0; i < 100; i++) {
                String next = log.nextId();
                log.append(Records.refused(next, "sb-1", "evil.test"));
                counted = i == 60 ? next : counted;
            }
            nanos.addAndGet(QUICK.folding().window().toNanos());
            await(append(log, Records.allowed(log.nextId())));
            await(append(log, Records.allowed(log.nextId()))); // the writer may have looked just before
            assertThat(ids(log.find(id))).containsExactly(id, id);
            assertThat(log.find(counted).lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line.fields()).containsEntry("count", "70"));
            assertThat(log.find("0000000000000").lines()).isEmpty();
        }
    }

    @Test
    void aWatchIsSignalledAfterTheLinesAreInTheFileUntilItIsClosed() throws Exception {
        try (JsonLinesLog log = open()) {
            var signals = new AtomicLong();
            var seen = new CountDownLatch(1);
            try (JsonLinesLog.Watch _ = log.watch(signals::incrementAndGet);
                    JsonLinesLog.Watch _ = log.watch(seen::countDown);
                    LogReader reader = LogReader.open(file(), LogPosition.BEGINNING)) {
                await(append(log, Records.allowed("a")));
                seen.await();
                assertThat(requireNonNull(reader.next()).text()).contains("\"audit_id\":\"a\"");
            }
            long before = signals.get();
            await(append(log, Records.allowed("b")));
            assertThat(signals).hasValue(before).hasPositiveValue();
        }
    }

    @Test
    void followersGetWhatMatchesAndAreToldWhatTheyMissed() throws Exception {
        try (JsonLinesLog log = open()) {
            var signalled = new CountDownLatch(1);
            try (AuditStream stream = log.follow(sandbox("sb-2"), signalled::countDown)) {
                await(append(log, Records.allowed("other")));
                for (int i = 0; i < AuditStream.MAX_LINES + 5; i++) {
                    await(append(log, Records.record("r" + i, "sb-2", ReasonCode.GRANTED, "h", "/", "192.0.2.1")));
                }
                signalled.await();
                await(append(log, Records.allowed("after"))); // the last batch was handed out
                assertThat(requireNonNull(stream.poll()).text())
                        .startsWith("{\"v\":1,\"audit_id\":\"r0\"")
                        .endsWith("}");
                assertThat(stream.takeDropped()).isEqualTo(5);
                assertThat(stream.takeDropped()).isZero();
            }
        }
    }
}
