package io.sallyport.egress.address;

import io.sallyport.model.host.Cidr;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by block; the longest block that contains an address wins. Immutable.
 *
 * <p>The rows are sorted by length and searched linearly: with the hundred or so rows of the registries and an
 * operator's waivers, the search costs a dial less than one system call.
 */
final class CidrTable<V> {
    private final List<Map.Entry<Cidr, V>> longestFirst;

    private CidrTable(List<Map.Entry<Cidr, V>> longestFirst) {
        this.longestFirst = longestFirst;
    }

    static <V> CidrTable<V> of(Map<Cidr, V> rows) {
        Comparator<Map.Entry<Cidr, V>> byLength =
                Comparator.comparingInt(row -> -row.getKey().prefix());
        return new CidrTable<>(rows.entrySet().stream().sorted(byLength).toList());
    }

    /** Returns the value of the longest block that contains the whole of {@code block}, or null if none does. */
    @Nullable
    V find(Cidr block) {
        for (Map.Entry<Cidr, V> row : longestFirst) {
            if (row.getKey().contains(block)) {
                return row.getValue();
            }
        }
        return null;
    }

    /** Returns the rows, longest block first. */
    List<Map.Entry<Cidr, V>> rows() {
        return longestFirst;
    }
}
