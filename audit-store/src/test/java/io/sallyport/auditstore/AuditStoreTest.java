package io.sallyport.auditstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.auditstore.index.RecordIndex;
import io.sallyport.auditstore.query.AuditGroup;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.RecordField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of a store: faults, restarts, retention, and text that means to be more. */
class AuditStoreTest {
    private static final Instant NOW = Instant.parse("2026-11-18T13:00:00Z");
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SOON = Duration.ofMillis(1);

    @TempDir
    private Path folder;

    private final ListedLines log = new ListedLines();

    private AuditStore start() {
        return start(Duration.ofDays(30), NOW);
    }

    private AuditStore start(Duration keepAge, Instant now) {
        return AuditStore.start(new StoreSettings(folder, keepAge, 64L << 20, 1L << 20), log, () -> now, SOON);
    }

    private static List<String> all(AuditStore store) throws IOException {
        return store.query(AuditQuery.ALL, 1_000, AuditPage.NEWEST).lines();
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            log.add("\"kind\":\"http\",\"sandbox\":\"sb-" + i % 3 + "\"");
        }
    }

    @Test
    void aRestartGoesOnWhereTheLastCommitEnded() throws IOException {
        add(10);
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
        }
        add(5);
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).isEqualTo(log.lines);
            assertThat(store.state().rebuilds()).isZero();
        }
    }

    @Test
    void aKillLosesAndDoublesNothing() throws IOException {
        add(40);
        for (int killedAfter = 5; killedAfter < 40; killedAfter += 7) {
            try (var index = RecordIndex.open(folder, 64L << 20, 1L << 20, System::nanoTime)) {
                int from = index.position().isEmpty() ? 0 : Integer.parseInt(index.position());
                for (int i = from; i < killedAfter; i++) {
                    assertThat(index.add(log.lines.get(i))).isEqualTo(RecordIndex.Fed.ADDED);
                    if (i % 4 == 0) {
                        index.commit(Integer.toString(i + 1));
                    }
                }
                assertThat(index.records()).isEqualTo(killedAfter);
            } // without a commit, as a kill leaves it
        }
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).isEqualTo(log.lines);
        }
    }

    @Test
    void linesThatComeAgainAreKnown() throws IOException {
        add(3);
        log.lines.addAll(List.copyOf(log.lines));
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).isEqualTo(log.lines.subList(0, 3));
        }
    }

    @Test
    void aLogThatBeganAnewReplacesTheOldOne() throws IOException {
        add(9);
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            log.lines.clear();
        }
        log.add("\"kind\":\"connect\"");
        try (AuditStore store = AuditStore.start(
                new StoreSettings(folder, Duration.ofDays(30), 64L << 20, 1L << 20),
                _ -> log.open(""),
                () -> NOW,
                SOON)) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).isEqualTo(log.lines);
            assertThat(store.state().rebuilds()).isEqualTo(1);
        }
    }

    @Test
    void aDamagedStoreIsBegunAnew() throws IOException {
        add(20);
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
        }
        try (var files = Files.newDirectoryStream(folder, "segments_*")) {
            for (Path file : files) {
                Files.write(file, new byte[] {1, 2, 3});
            }
        }
        Path foreign = Files.writeString(folder.resolve("notes.txt"), "kept");
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).isEqualTo(log.lines);
            assertThat(store.state().rebuilds()).isEqualTo(1);
        }
        assertThat(foreign).hasContent("kept");
    }

    @Test
    void aLogThatCannotBeReadIsToldAndTriedAgain() throws IOException {
        add(2);
        log.fault = "the disk is slow";
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(Duration.ofSeconds(1))).isFalse();
            assertThat(store.state().isComplete()).isFalse();
            log.fault = null;
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).hasSize(2);
            assertThat(store.state().failure()).isNull();
        }
    }

    @Test
    void aFolderThatCannotBeWrittenHoldsNobodyUp() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        var settings = new StoreSettings(file.resolve("store"), Duration.ofDays(1), 64L << 20, 1L << 20);
        try (AuditStore store = AuditStore.start(settings, log, () -> NOW, SOON)) {
            assertThatThrownBy(() -> all(store)).isInstanceOf(IOException.class).hasMessageContaining("not open");
            assertThat(store.state().isOpen()).isFalse();
        }
    }

    @Test
    void whatIsNoRecordIsPassedOver() throws IOException {
        log.lines.addAll(List.of("", "{", "[]", "{\"v\":1}", "{\"audit_id\":\"x\",\"time\":\"no time\"}", "\u0000"));
        log.add("\"kind\":\"http\"");
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).hasSize(1);
        }
    }

    @Test
    void hugeAndStrangeValuesAreStoredAndFound() throws IOException {
        String huge = "x".repeat(100_000);
        for (String field : List.of("sandbox", "host", "rule", "path", "run")) {
            log.add("\"" + field + "\":\"" + huge + "\"");
            log.add("\"" + field + "\":\"\\u0000\\ud800 \\\" ' ; --\"");
        }
        log.add("\"host\":\"" + "a.".repeat(5_000) + "test\"");
        log.add("\"labels\":{\"" + huge.substring(60_000) + "\":\"" + huge + "\",\"a\":[{\"b\":1}],\"team\":\"docs\"}");
        log.add("\"count\":-5,\"kind\":7,\"labels\":\"none\"");
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).isEqualTo(log.lines);
            assertThat(store.query(of(RecordField.SANDBOX, huge), 9, AuditPage.NEWEST)
                            .lines())
                    .hasSize(1);
            var labelled = new AuditQuery(Map.of(), null, null, Map.of("team", "docs"), null, null);
            assertThat(store.query(labelled, 9, AuditPage.NEWEST).lines()).hasSize(1);
        }
    }

    private static AuditQuery of(RecordField field, String value) {
        return new AuditQuery(Map.of(field, value), null, null, Map.of(), null, null);
    }

    @Test
    void pagesStayAsTheLogGrows() throws IOException {
        add(30);
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            AuditPage newest = store.query(AuditQuery.ALL, 10, AuditPage.NEWEST);
            add(30);
            assertThat(newest.next()).isNotNull();
            AuditPage older = store.query(AuditQuery.ALL, 10, Objects.requireNonNull(newest.next()));
            assertThat(older.lines()).isEqualTo(log.lines.subList(10, 20));
        }
    }

    @Test
    void aCountedRecordIsFoundByAnIdWithinItAndCountsAll() throws IOException {
        add(1);
        log.add("\"last_audit_id\":\"id-5\",\"count\":4,\"kind\":\"http\",\"sandbox\":\"sb-0\"");
        try (AuditStore store = start()) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(store.find("id-1", 10).lines()).isEqualTo(log.lines.subList(0, 1));
            assertThat(store.find("id-4", 10).lines()).isEqualTo(log.lines.subList(1, 2));
            assertThat(store.find("id-6", 10).lines()).isEmpty();
            AuditGroup group = store.count(AuditQuery.ALL, List.of(GroupKey.SANDBOX), 10)
                    .groups()
                    .getFirst();
            assertThat(group.records()).isEqualTo(2);
            assertThat(group.requests()).isEqualTo(5);
        }
    }

    @Test
    void oldRecordsLeave() throws IOException {
        add(10);
        try (AuditStore store = start(Duration.ofMinutes(30), NOW)) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).isEmpty();
        }
        try (AuditStore store = start(Duration.ofMinutes(30), NOW)) {
            assertThat(store.awaitEnd(LONG)).isTrue();
            add(1);
            assertThat(store.awaitEnd(LONG)).isTrue();
            assertThat(all(store)).hasSize(1);
        }
    }

    @Test
    void theOldestPartLeavesFirst() throws IOException {
        add(30);
        try (var index = RecordIndex.open(folder, 64L << 20, 1L << 20, System::nanoTime)) {
            for (int i = 0; i < 30; i++) {
                index.add(log.lines.get(i));
                if (i % 10 == 9) {
                    index.commit(Integer.toString(i + 1));
                }
            }
            assertThat(index.removeOldest()).isTrue();
            assertThat(index.page(AuditQuery.ALL, 100, AuditPage.NEWEST).lines())
                    .isEqualTo(log.lines.subList(10, 30));
            index.removeOldest();
            assertThat(index.removeOldest()).isFalse();
        }
    }
}
