package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditGroup;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.GroupKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The sums of parts of the index, added up. Confined to one thread while something is added. */
final class GroupSums {
    private static final Comparator<AuditGroup> MOST_FIRST = Comparator.comparingLong(AuditGroup::requests)
            .reversed()
            .thenComparing(AuditGroup::keys, GroupSums::compare);
    private static final Comparator<AuditGroup> BY_TIME = Comparator.<AuditGroup, String>comparing(
                    group -> group.keys().getFirst())
            .thenComparing(MOST_FIRST);

    /** Of an object with its lists, and of its place among others. */
    private static final int OWN_BYTES = 1_024;

    private final List<GroupValues> values;
    private final boolean isByTime;
    private final Cells cells;

    GroupSums(List<GroupKey> keys) {
        this(keys.stream().map(GroupValues::of).toList(), keys.getFirst().field() == null, new Cells());
    }

    private GroupSums(List<GroupValues> values, boolean isByTime, Cells cells) {
        this.values = values;
        this.isByTime = isByTime;
        this.cells = cells;
    }

    /** Returns the same sums, to which more can be added apart from these. */
    GroupSums copy() {
        return new GroupSums(values.stream().map(GroupValues::copy).toList(), isByTime, cells.copy());
    }

    /** Returns how much memory the sums take. */
    long bytes() {
        return OWN_BYTES
                + cells.bytes()
                + values.stream().mapToLong(GroupValues::bytes).sum();
    }

    /**
     * Adds what one part holds, which comes after all that were added before in the order of the log.
     *
     * @param columns of the keys, in that part
     */
    void add(SegmentSums part, List<KeyColumn> columns) throws IOException {
        add(part, columns, cells::add);
    }

    /** Adds what one part holds, which comes before all that were added before. */
    void addOlder(SegmentSums part, List<KeyColumn> columns) throws IOException {
        add(part, columns, cells::addOlder);
    }

    private interface Addition {
        void add(int a, int b, int c, long records, long requests, long newest);
    }

    private void add(SegmentSums part, List<KeyColumn> columns, Addition addition) throws IOException {
        List<GroupValues.InSegment> numbers = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            numbers.add(values.get(i).in(columns.get(i), part.numbers(i)));
        }
        part.<IOException>forEach((of, partRecords, partRequests, lastMillis) -> addition.add(
                numbers.getFirst().number(of[0]),
                numbers.size() > 1 ? numbers.get(1).number(of[1]) : 0,
                numbers.size() > 2 ? numbers.get(2).number(of[2]) : 0,
                partRecords,
                partRequests,
                lastMillis));
        cells.fold(part.foldedRecords(), part.foldedRequests());
    }

    /**
     * Returns the groups in their order.
     *
     * @param limit how many, at least 1
     * @param isWhole whether all parts were counted to their end
     */
    AuditGroups groups(int limit, boolean isWhole) {
        Comparator<AuditGroup> order = isByTime ? BY_TIME : MOST_FIRST;
        var lastFirst = new PriorityQueue<AuditGroup>(order.reversed());
        long[] sums = {cells.foldedRecords(), cells.foldedRequests()};
        cells.forEach((of, groupRecords, groupRequests, lastMillis) -> {
            sums[0] += groupRecords;
            sums[1] += groupRequests;
            AuditGroup last = lastFirst.size() < limit ? null : lastFirst.peek();
            if (isByTime || last == null || groupRequests >= last.requests()) {
                lastFirst.add(new AuditGroup(texts(of), groupRecords, groupRequests, Instant.ofEpochMilli(lastMillis)));
                if (lastFirst.size() > limit) {
                    lastFirst.remove();
                }
            }
        });
        List<AuditGroup> groups = new ArrayList<>(lastFirst);
        groups.sort(order);
        return new AuditGroups(groups, cells.size(), sums[0], sums[1], isWhole && cells.foldedRecords() == 0);
    }

    private List<String> texts(int[] of) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            texts.add(values.get(i).text(of[i]));
        }
        return texts;
    }

    private static int compare(List<String> one, List<String> other) {
        int order = 0;
        for (int i = 0; i < one.size() && order == 0; i++) {
            order = one.get(i).compareTo(other.get(i));
        }
        return order;
    }
}
