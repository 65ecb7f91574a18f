package io.sallyport.console.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Refusals of the same request for the same reason.
 *
 * @param example the newest of them
 * @param sandboxes whose requests they were, sorted
 * @param first when the oldest of them was, RFC 3339
 */
public record RefusalGroup(DecisionRow example, List<String> sandboxes, long count, String first) {
    public RefusalGroup {
        sandboxes = List.copyOf(sandboxes);
    }

    private record Key(String what, String target, String reason, String rule) {}

    /** Groups the refused rows, the largest group first. */
    public static List<RefusalGroup> of(List<DecisionRow> oldestFirst) {
        Map<Key, List<DecisionRow>> groups = new LinkedHashMap<>();
        for (DecisionRow row : oldestFirst) {
            if (row.isRefused()) {
                groups.computeIfAbsent(
                                new Key(row.what(), row.target(), row.reason(), row.rule()), _ -> new ArrayList<>())
                        .add(row);
            }
        }
        return groups.values().stream()
                .map(RefusalGroup::group)
                .sorted(Comparator.comparingLong(RefusalGroup::count).reversed())
                .toList();
    }

    private static RefusalGroup group(List<DecisionRow> rows) {
        var sandboxes = new TreeSet<String>();
        rows.forEach(row -> sandboxes.add(row.sandbox()));
        return new RefusalGroup(
                rows.getLast(),
                List.copyOf(sandboxes),
                rows.stream().mapToLong(DecisionRow::count).sum(),
                rows.getFirst().time());
    }
}
