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

/** The sums of all parts of the index, added up. Confined to one thread. */
final class GroupSums {
    private static final Comparator<AuditGroup> MOST_FIRST = Comparator.comparingLong(AuditGroup::requests)
            .reversed()
            .thenComparing(AuditGroup::keys, GroupSums::compare);
    private static final Comparator<AuditGroup> BY_TIME = Comparator.<AuditGroup, String>comparing(
                    group -> group.keys().getFirst())
            .thenComparing(MOST_FIRST);

    private final List<GroupValues> values;
    private final boolean isByTime;
    private final Cells cells = new Cells();
    private long records;
    private long requests;
    private boolean isTooMany;

    GroupSums(List<GroupKey> keys) {
        values = keys.stream().map(GroupValues::of).toList();
        isByTime = keys.getFirst().field() == null;
    }

    /**
     * Adds what one part holds; parts come in the order of the log.
     *
     * @param columns of the keys, in that part
     */
    void add(SegmentSums part, List<KeyColumn> columns) throws IOException {
        List<GroupValues.InSegment> numbers = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            numbers.add(values.get(i).in(columns.get(i), part.numbers(i)));
        }
        part.<IOException>forEach((of, partRecords, partRequests, lastMillis) -> isTooMany |= !cells.add(
                numbers.getFirst().number(of[0]),
                numbers.size() > 1 ? numbers.get(1).number(of[1]) : 0,
                numbers.size() > 2 ? numbers.get(2).number(of[2]) : 0,
                partRecords,
                partRequests,
                lastMillis));
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
        cells.forEach((of, groupRecords, groupRequests, lastMillis) -> {
            records += groupRecords;
            requests += groupRequests;
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
        return new AuditGroups(groups, cells.size(), records, requests, isWhole && !isTooMany);
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
