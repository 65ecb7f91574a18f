package io.sallyport.control.replay;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Questions with one change, counted by groups. Confined to its thread. */
public final class GroupedChanges {
    /** The maximum number of groups; questions of others are counted together. */
    public static final int MAX_GROUPS = 10_000;

    private static final Comparator<Row> MOST_FIRST = Comparator.comparingLong(Row::count)
            .reversed()
            .thenComparing(row -> row.group().sandbox())
            .thenComparing(row -> row.group().asked())
            .thenComparing(row -> row.group().by());

    private final int maxExamples;
    private final Map<RequestGroup, Counted> groups = new HashMap<>();
    private long count;
    private long ungrouped;

    /** A record that the group counts. */
    public record Example(String auditId, Instant time) {}

    /** A group with its count, and its first records. */
    public record Row(RequestGroup group, long count, List<Example> examples) {
        public Row {
            examples = List.copyOf(examples);
        }
    }

    private static final class Counted {
        private final List<Example> examples = new ArrayList<>();
        private long count;
    }

    /** @param maxExamples the maximum number of records that are kept of each group */
    GroupedChanges(int maxExamples) {
        this.maxExamples = maxExamples;
    }

    /** Counts a record, which may stand for several questions. */
    void add(RequestGroup group, String auditId, Instant time, long questions) {
        count += questions;
        Counted counted = groups.get(group);
        if (counted == null && groups.size() < MAX_GROUPS) {
            counted = new Counted();
            groups.put(group, counted);
        }
        if (counted == null) {
            ungrouped += questions;
            return;
        }
        counted.count += questions;
        if (counted.examples.size() < maxExamples) {
            counted.examples.add(new Example(auditId, time));
        }
    }

    /** Returns how many questions were counted. */
    public long count() {
        return count;
    }

    /** Returns how many of them are of none of the {@link #rows}. */
    public long ungrouped() {
        return ungrouped;
    }

    /** Returns the groups, the most frequent first. */
    public List<Row> rows() {
        return groups.entrySet().stream()
                .map(entry -> new Row(entry.getKey(), entry.getValue().count, List.copyOf(entry.getValue().examples)))
                .sorted(MOST_FIRST)
                .toList();
    }
}
