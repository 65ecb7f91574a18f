package io.sallyport.auditstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.auditstore.index.RecordIndex;
import io.sallyport.auditstore.query.AuditGroup;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.RecordField;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts that were kept say what a fresh count says, whatever was added or removed since. */
class KeptCountsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
    private static final int RECORDS = 5_000;

    @TempDir
    private Path folder;

    private static String line(int number) {
        return "{\"v\":1,\"audit_id\":\"id-" + number + "\",\"time\":\"" + BEGIN.plusSeconds(number)
                + "\",\"kind\":\"http\",\"verdict\":\"" + (number % 5 == 0 ? "deny" : "allow") + "\",\"host\":\"h"
                + number % 7
                + ".test\",\"seq\":" + number + "}";
    }

    private static void feed(RecordIndex index, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            index.add(line(number));
        }
        index.commit("");
    }

    private static Map<String, Long> byHost(RecordIndex index, AuditQuery query) throws IOException {
        AuditGroups counted = index.count(query, List.of(GroupKey.HOST), 100);
        assertThat(counted.isSearched()).isTrue();
        return counted.groups().stream()
                .collect(Collectors.toMap(group -> group.keys().getFirst(), AuditGroup::records));
    }

    private static AuditQuery between(Instant from, Instant to) {
        return new AuditQuery(Map.of(), null, null, Map.of(), from, to);
    }

    private static long expected(int from, int to, int host) {
        return IntStream.range(from, to).filter(number -> number % 7 == host).count();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 600, 1 << 20})
    void recordsThatAreAddedAndRemovedAreSeen(long countBytes) throws IOException {
        try (var index = RecordIndex.open(folder, 64L << 20, countBytes, System::nanoTime)) {
            feed(index, 1, RECORDS);
            for (int i = 0; i < 2; i++) {
                assertThat(byHost(index, AuditQuery.ALL)).containsEntry("h3.test", expected(1, RECORDS, 3));
            }
            feed(index, RECORDS, RECORDS + 700);
            assertThat(byHost(index, AuditQuery.ALL)).containsEntry("h3.test", expected(1, RECORDS + 700, 3));
            index.removeBefore(BEGIN.plusSeconds(2_000));
            index.commit("");
            for (int i = 0; i < 2; i++) {
                assertThat(byHost(index, AuditQuery.ALL))
                        .hasSize(7)
                        .containsEntry("h3.test", expected(2_000, RECORDS + 700, 3));
            }
        }
    }

    @Test
    void aBoundOfTimeThatCoversAPartIsCountedFromWhatWasKeptAndOneThatCutsItIsNot() throws IOException {
        try (var index = RecordIndex.open(folder, 64L << 20, 1 << 20, System::nanoTime)) {
            feed(index, 1, RECORDS);
            byHost(index, AuditQuery.ALL);
            assertThat(byHost(index, between(BEGIN, BEGIN.plusSeconds(RECORDS))))
                    .isEqualTo(byHost(index, AuditQuery.ALL));
            assertThat(byHost(index, between(BEGIN.plusSeconds(10), BEGIN.plusSeconds(20))))
                    .containsEntry("h3.test", 2L);
            assertThat(byHost(index, between(BEGIN.plusSeconds(RECORDS), BEGIN.plusSeconds(2 * RECORDS))))
                    .isEmpty();
        }
    }

    @Test
    void aCountOfOtherRecordsOrByAnotherKeyIsAnother() throws IOException {
        var refusals = new AuditQuery(Map.of(RecordField.VERDICT, "deny"), null, null, Map.of(), null, null);
        var text = new AuditQuery(Map.of(), null, "h3.", Map.of(), null, null);
        try (var index = RecordIndex.open(folder, 64L << 20, 1 << 20, System::nanoTime)) {
            feed(index, 1, RECORDS);
            for (int i = 0; i < 2; i++) {
                assertThat(byHost(index, AuditQuery.ALL)).hasSize(7);
                assertThat(byHost(index, text)).containsOnlyKeys("h3.test");
                assertThat(byHost(index, refusals).values().stream()
                                .mapToLong(each -> each)
                                .sum())
                        .isEqualTo((RECORDS - 1) / 5);
                assertThat(index.count(AuditQuery.ALL, List.of(GroupKey.VERDICT), 10)
                                .total())
                        .isEqualTo(2);
            }
        }
    }

    /** Whatever was kept: the sum of several parts, or only some of them, is the plain sum over the records. */
    @ParameterizedTest
    @ValueSource(longs = {0, 3_000, 1 << 20})
    void theSumOfPartsIsThatOfTheirRecordsAsPartsAreAddedAndCut(long countBytes) throws IOException {
        var random = new Random(5);
        try (var index = RecordIndex.open(folder, 64L << 20, countBytes, System::nanoTime)) {
            int first = 1;
            int end = 1;
            for (int part = 0; part < 12; part++) {
                feed(index, end, end + 1_500);
                end += 1_500;
                if (part % 4 == 3) {
                    first += 700;
                    index.removeBefore(BEGIN.plusSeconds(first));
                    index.commit("");
                }
                for (int i = 0; i < 12; i++) {
                    int from = i % 3 == 0 ? first : first + random.nextInt(end - first);
                    int to = i % 4 == 0 ? end : from + 1 + random.nextInt(end - from);
                    assertThat(index.count(between(at(from), at(to)), List.of(GroupKey.HOST), 100)
                                    .groups())
                            .as("%d to %d of %d to %d", from, to, first, end)
                            .containsExactlyInAnyOrderElementsOf(groups(from, to));
                }
                assertThat(index.count(AuditQuery.ALL, List.of(GroupKey.HOST), 100)
                                .groups())
                        .containsExactlyInAnyOrderElementsOf(groups(first, end));
            }
        }
    }

    private static Instant at(int number) {
        return BEGIN.plusSeconds(number);
    }

    private static List<AuditGroup> groups(int from, int to) {
        return IntStream.range(0, 7)
                .filter(host -> expected(from, to, host) > 0)
                .mapToObj(host -> {
                    int last = IntStream.range(from, to)
                            .filter(number -> number % 7 == host)
                            .max()
                            .orElseThrow();
                    long records = expected(from, to, host);
                    return new AuditGroup(List.of("h" + host + ".test"), records, records, at(last));
                })
                .toList();
    }

    @Test
    void recordsOfGroupsBeyondTheBoundAreCountedAndInNone() throws IOException {
        int many = (1 << 18) + 100;
        try (var index = RecordIndex.open(folder, 64L << 20, 1 << 20, System::nanoTime)) {
            for (int number = 1; number <= many; number++) {
                index.add("{\"v\":1,\"audit_id\":\"id\",\"time\":\"" + at(number) + "\",\"kind\":\"http\",\"host\":\"h"
                        + number + "\",\"seq\":" + number + "}");
            }
            index.commit("");
            AuditGroups counted = index.count(AuditQuery.ALL, List.of(GroupKey.HOST), 10);
            assertThat(counted.isSearched()).isFalse();
            assertThat(counted.total()).isEqualTo(1 << 18);
            assertThat(counted.records()).isEqualTo(many);
        }
    }
}
