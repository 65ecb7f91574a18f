package io.sallyport.control.replay;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a policy changes for recorded questions, in numbers and groups. Confined to its thread. */
public final class ReplayReport {
    private final Map<ReplayedChange, Long> counts = new EnumMap<>(ReplayedChange.class);
    private final Map<ReplayedChange, GroupedChanges> groups = new EnumMap<>(ReplayedChange.class);
    private final Map<Lack, Long> lacks = new EnumMap<>(Lack.class);
    private final SortedMap<String, Long> unjudged = new TreeMap<>();
    private long lines;
    private long unreadable;
    private long filtered;

    /** @param maxExamples the maximum number of records that are named for each group */
    public ReplayReport(int maxExamples) {
        for (ReplayedChange change : ReplayedChange.values()) {
            counts.put(change, 0L);
            if (change.isListed()) {
                groups.put(change, new GroupedChanges(maxExamples));
            }
        }
    }

    /** Counts a record whose change is not listed. */
    void add(ReplayedChange change, Judged record) {
        counts.merge(change, record.count(), Long::sum);
    }

    /** Counts a record whose change is listed. */
    void add(ReplayedChange change, RequestGroup group, Judged record) {
        add(change, record);
        of(change).add(group, record.auditId(), record.time(), record.count());
    }

    /** Counts a record of which the policy comes to what it lacks. */
    void cannotSay(RequestGroup group, Judged record, Set<Lack> lacking) {
        add(ReplayedChange.CANNOT_BE_SAID, group, record);
        lacking.forEach(lack -> lacks.merge(lack, record.count(), Long::sum));
    }

    void line() {
        lines++;
    }

    void unreadable() {
        unreadable++;
    }

    void unjudged(String kind) {
        unjudged.merge(kind, 1L, Long::sum);
    }

    void filtered() {
        filtered++;
    }

    /** Returns whether any question has one of these changes. */
    public boolean hasAny(Set<ReplayedChange> changes) {
        return changes.stream().anyMatch(change -> count(change) > 0);
    }

    public long count(ReplayedChange change) {
        return counts.getOrDefault(change, 0L);
    }

    /** Returns the groups of a change that is listed. */
    public GroupedChanges of(ReplayedChange change) {
        GroupedChanges listed = groups.get(change);
        if (listed == null) {
            throw new IllegalArgumentException(change + " is not listed");
        }
        return listed;
    }

    /** Returns the changes that are listed. */
    public static Set<ReplayedChange> listed() {
        Set<ReplayedChange> listed = EnumSet.allOf(ReplayedChange.class);
        listed.removeIf(change -> !change.isListed());
        return listed;
    }

    public Map<Lack, Long> lacks() {
        return Collections.unmodifiableMap(lacks);
    }

    public SortedMap<String, Long> unjudged() {
        return Collections.unmodifiableSortedMap(unjudged);
    }

    /** Returns how many lines were read, whatever they hold. */
    public long lines() {
        return lines;
    }

    /** Returns how many lines hold no record that can be read. */
    public long unreadableLines() {
        return unreadable;
    }

    /** Returns how many records were left out by the filter. */
    public long filteredRecords() {
        return filtered;
    }
}
