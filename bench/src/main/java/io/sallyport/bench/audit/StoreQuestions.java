package io.sallyport.bench.audit;

import io.sallyport.auditstore.AuditStore;
import io.sallyport.auditstore.LogLines;
import io.sallyport.auditstore.StoreSettings;
import io.sallyport.auditstore.StoreState;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.RecordField;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Feeds a store from a log of sample events, and asks it what the console asks. */
public final class StoreQuestions {
    private static final int ASKED = Integer.getInteger("asked", 100);
    private static final int PAGE = 100;
    private static final Instant BEGIN = Instant.parse("2026-10-01T00:00:00Z");

    private final AuditStore store;
    private final Random random = new Random(3);

    private StoreQuestions(AuditStore store) {
        this.store = store;
    }

    private interface Question {
        int ask() throws IOException;
    }

    /**
     * Prints rows of a table.
     *
     * @param args the log's file, and the folder of the store
     */
    public static void main(String[] args) throws IOException {
        var settings = new StoreSettings(
                Path.of(args[1]), Duration.ofDays(36_500), 1L << 40, StoreSettings.DEFAULT_COUNT_BYTES);
        long started = System.nanoTime();
        try (AuditStore store = AuditStore.start(settings, LogLines.of(Path.of(args[0])), InstantSource.system())) {
            while (!store.awaitEnd(Duration.ofMinutes(1)) || !store.state().isComplete()) {
                System.out.printf("%d records%n", store.state().records());
            }
            StoreState state = store.state();
            double seconds = (System.nanoTime() - started) / 1e9;
            System.out.printf("%d records in %.0f s (%.0f/s)%n", state.records(), seconds, state.records() / seconds);
            new StoreQuestions(store).ask(state.records());
            System.out.printf("%d MiB on disk%n", store.state().bytes() >> 20);
        }
    }

    private void ask(long records) throws IOException {
        ask("newest 100 of a busy sandbox", () -> page(sandbox("sb-" + (1 + random.nextInt(3))), AuditPage.NEWEST));
        ask(
                "newest 100 of a rare sandbox",
                () -> page(sandbox("sb-" + (1_500 + random.nextInt(400))), AuditPage.NEWEST));
        ask("refusals by host and reason in a day", this::refusalsOfDay);
        ask("refusals by host and reason, all", () -> count(refusals(), List.of(GroupKey.HOST, GroupKey.REASON)));
        ask(
                "refusals by sandbox, host and reason, all",
                () -> count(refusals(), List.of(GroupKey.SANDBOX, GroupKey.HOST, GroupKey.REASON)));
        ask("all by host and rule", () -> count(AuditQuery.ALL, List.of(GroupKey.HOST, GroupKey.RULE)));
        ask("all by host and sandbox", () -> count(AuditQuery.ALL, List.of(GroupKey.HOST, GroupKey.SANDBOX)));
        ask(
                "rare text in host, path or rule",
                () -> page(text("acme-7/widget-" + (1_000 + random.nextInt(19_000))), AuditPage.NEWEST));
        ask("common text in host, path or rule", () -> page(text("archive"), AuditPage.NEWEST));
        ask("text that no record holds", () -> page(text("acme-7/archive-widget"), AuditPage.NEWEST));
        ask("counts by hour, all", () -> count(AuditQuery.ALL, List.of(GroupKey.HOUR)));
        ask(
                "counts by reason and verdict, all",
                () -> count(AuditQuery.ALL, List.of(GroupKey.REASON, GroupKey.VERDICT)));
        ask("refusals below a name, newest 100", () -> page(below(), AuditPage.NEWEST));
        ask("a page of refusals far back", () -> page(refusals(), 1 + random.nextLong(records)));
        ask("a page of all far back", () -> page(AuditQuery.ALL, 1 + random.nextLong(records)));
        ask("one record by id", () -> store.find(someId(records), PAGE).lines().size());
    }

    private String someId(long records) throws IOException {
        String line = store.query(AuditQuery.ALL, 1, 2 + random.nextLong(records))
                .lines()
                .getFirst();
        int at = line.indexOf("\"audit_id\":\"") + 12;
        return line.substring(at, line.indexOf('"', at));
    }

    private int refusalsOfDay() throws IOException {
        Instant day = BEGIN.plus(Duration.ofDays(random.nextInt(29)));
        var query = new AuditQuery(
                Map.of(RecordField.VERDICT, "deny"), null, null, Map.of(), day, day.plus(Duration.ofDays(1)));
        return count(query, List.of(GroupKey.HOST, GroupKey.REASON));
    }

    private AuditQuery below() {
        String name = random.nextBoolean() ? "packages.example.net" : "example.dev";
        return new AuditQuery(Map.of(RecordField.VERDICT, "deny"), name, null, Map.of(), null, null);
    }

    private static AuditQuery sandbox(String id) {
        return of(RecordField.SANDBOX, id, null);
    }

    private static AuditQuery refusals() {
        return of(RecordField.VERDICT, "deny", null);
    }

    private static AuditQuery text(String text) {
        return of(RecordField.KIND, null, text);
    }

    private static AuditQuery of(RecordField field, @Nullable String value, @Nullable String text) {
        Map<RecordField, String> equal = new EnumMap<>(RecordField.class);
        if (value != null) {
            equal.put(field, value);
        }
        return new AuditQuery(equal, null, text, Map.of(), null, null);
    }

    private int page(AuditQuery query, long before) throws IOException {
        return store.query(query, PAGE, before).lines().size();
    }

    private int count(AuditQuery query, List<GroupKey> keys) throws IOException {
        return store.count(query, keys, PAGE).total();
    }

    private static void ask(String name, Question question) throws IOException {
        long began = System.nanoTime();
        question.ask();
        double first = (System.nanoTime() - began) / 1e6;
        long[] micros = new long[ASKED];
        long rows = 0;
        for (int i = 0; i < ASKED; i++) {
            long from = System.nanoTime();
            rows += question.ask();
            micros[i] = (System.nanoTime() - from) / 1_000;
        }
        Arrays.sort(micros);
        System.out.printf(
                "| %s | %.1f | %.1f | %.1f | %d |%n",
                name, first, micros[ASKED / 2] / 1e3, micros[ASKED * 99 / 100] / 1e3, rows / ASKED);
    }
}
