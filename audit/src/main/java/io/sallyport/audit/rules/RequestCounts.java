package io.sallyport.audit.rules;

import io.sallyport.audit.rules.CandidateReport.Row;
import io.sallyport.audit.rules.CandidateReport.Side;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts of a bounded number of requests by host, method and path. Safe for concurrent use. */
final class RequestCounts {
    private final Map<Place, Cell> cells = new ConcurrentHashMap<>();
    private final AtomicInteger free = new AtomicInteger(CandidateCounts.MAX_ROWS);
    private final LongAdder all = new LongAdder();
    private final LongAdder others = new LongAdder();

    /** Where a request goes. */
    record Place(
            @Nullable String host,
            @Nullable String method,
            @Nullable String path) {}

    /** The first request of a place, and how many there were. */
    private static final class Cell {
        private final @Nullable String rule;
        private final String auditId;
        private final long firstMillis;
        private final LongAdder hits = new LongAdder();
        private volatile long lastMillis;

        private Cell(@Nullable String rule, String auditId, long firstMillis) {
            this.rule = rule;
            this.auditId = auditId;
            this.firstMillis = firstMillis;
        }

        private Row row(Place place) {
            return new Row(
                    place.host(), place.method(), place.path(), rule, auditId, hits.sum(), firstMillis, lastMillis);
        }
    }

    void add(Place place, @Nullable String rule, String auditId, long timeMillis) {
        all.increment();
        Cell cell = cells.get(place);
        if (cell == null && free.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            cell = cells.computeIfAbsent(place, _ -> new Cell(rule, auditId, timeMillis));
        }
        if (cell == null) {
            others.increment();
            return;
        }
        cell.hits.increment();
        cell.lastMillis = timeMillis;
    }

    Side side() {
        List<Row> rows = cells.entrySet().stream()
                .map(entry -> entry.getValue().row(entry.getKey()))
                .sorted(Comparator.comparingLong(Row::hits).reversed().thenComparingLong(Row::firstMillis))
                .toList();
        return new Side(all.sum(), others.sum(), rows);
    }
}
