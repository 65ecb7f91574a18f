package io.sallyport.auditstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.auditstore.query.AuditGroup;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.RecordField;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random records and random questions: the store says what a plain filter over the lines says. */
class StoreAgreementTest {
    private static final int RECORDS = 3_000;
    private static final int QUESTIONS = 200;
    private static final List<String> TEXTS = List.of(
            "api", "EXAMPLE", "widget", "drop table", "fetch[0]", "no such text", "ünï", "b AND", "*~2", "ample.c");

    @TempDir
    private Path folder;

    @Test
    void everyAnswerIsThatOfAPlainFilterOverTheLines() throws IOException {
        var random = new Random(11);
        Path file = folder.resolve("audit.jsonl");
        var records = new StoredRecords(file, 5);
        records.write(RECORDS);
        List<PlainRecord> plain = records.lines().stream().map(PlainRecord::of).toList();
        var settings = new StoreSettings(folder.resolve("store"), Duration.ofDays(36_500), 1L << 30, 1L << 20);
        try (AuditStore store = AuditStore.start(settings, LogLines.of(file), () -> StoredRecords.BEGIN)) {
            assertThat(store.awaitEnd(Duration.ofMinutes(1))).isTrue();
            for (int i = 0; i < QUESTIONS; i++) {
                AuditQuery query = query(random);
                List<PlainRecord> expected =
                        plain.stream().filter(record -> record.matches(query)).toList();
                assertThat(pages(store, query, 1 + random.nextInt(400)))
                        .as(query.toString())
                        .isEqualTo(expected.stream().map(PlainRecord::line).toList());
                List<GroupKey> keys = keys(random);
                assertThat(counted(store.count(query, keys, 100_000)))
                        .as(query + " by " + keys)
                        .isEqualTo(counted(expected, keys));
                assertThat(counted(store.count(query.atAnyTime(), keys, 100_000)))
                        .as("once more, whole: %s by %s", query, keys)
                        .isEqualTo(counted(
                                plain.stream()
                                        .filter(record -> record.matches(query.atAnyTime()))
                                        .toList(),
                                keys));
            }
        }
    }

    private static List<String> pages(AuditStore store, AuditQuery query, int limit) throws IOException {
        List<String> lines = new ArrayList<>();
        Long next = AuditPage.NEWEST;
        while (next != null) {
            AuditPage page = store.query(query, limit, next);
            assertThat(page.isSearched()).isTrue();
            lines.addAll(0, page.lines());
            next = page.next();
        }
        return lines;
    }

    private static AuditQuery query(Random random) {
        Map<RecordField, String> equal = new EnumMap<>(RecordField.class);
        maybe(random, equal, RecordField.SANDBOX, StoredRecords.SANDBOXES);
        maybe(random, equal, RecordField.HOST, StoredRecords.HOSTS);
        maybe(random, equal, RecordField.RULE, StoredRecords.RULES);
        maybe(random, equal, RecordField.VERDICT, List.of("allow", "deny", "fail", "*"));
        maybe(random, equal, RecordField.KIND, List.of("http", "connect", "lifecycle"));
        return new AuditQuery(
                equal,
                random.nextInt(5) == 0
                        ? List.of("example.com", "com", "test", "om").get(random.nextInt(4))
                        : null,
                random.nextInt(3) == 0 ? TEXTS.get(random.nextInt(TEXTS.size())) : null,
                Map.of(),
                random.nextInt(4) == 0 ? time(random) : null,
                random.nextInt(4) == 0 ? time(random) : null);
    }

    private static Instant time(Random random) {
        return StoredRecords.BEGIN.plusMillis(random.nextInt(RECORDS) * 30_000L).plusNanos(random.nextInt(3) * 1_000L);
    }

    private static void maybe(Random random, Map<RecordField, String> equal, RecordField field, List<String> values) {
        if (random.nextInt(4) == 0) {
            equal.put(field, values.get(random.nextInt(values.size())));
        }
    }

    private static List<GroupKey> keys(Random random) {
        List<GroupKey> all = new ArrayList<>(List.of(GroupKey.values()));
        Collections.shuffle(all, random);
        return all.subList(0, 1 + random.nextInt(GroupKey.MAX_KEYS));
    }

    private static Map<List<String>, List<Object>> counted(AuditGroups groups) {
        Map<List<String>, List<Object>> counted = new HashMap<>();
        long records = 0;
        for (AuditGroup group : groups.groups()) {
            counted.put(group.keys(), List.of(group.records(), group.requests(), group.last()));
            records += group.records();
        }
        assertThat(groups.total()).isEqualTo(counted.size());
        assertThat(groups.records()).isEqualTo(records);
        return counted;
    }

    private static Map<List<String>, List<Object>> counted(List<PlainRecord> records, List<GroupKey> keys) {
        Map<List<String>, List<PlainRecord>> groups = new HashMap<>();
        for (PlainRecord record : records) {
            groups.computeIfAbsent(keys.stream().map(record::key).toList(), _ -> new ArrayList<>())
                    .add(record);
        }
        Map<List<String>, List<Object>> counted = new HashMap<>();
        groups.forEach((key, members) -> counted.put(
                key,
                List.of(
                        (long) members.size(),
                        members.stream().mapToLong(PlainRecord::count).sum(),
                        members.getLast().time())));
        return counted;
    }
}
