package io.sallyport.egress.address;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by block, where the longest block that holds an address wins. Immutable.
 *
 * <p>The rows stand longest first and are walked: with the some hundred rows of the registries and an operator's waivers
 * a dial spends less on this than on one system call.
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

    /** The value of the longest block that holds the whole of {@code block}, or null. */
    @Nullable
    V find(Cidr block) {
        for (Map.Entry<Cidr, V> row : longestFirst) {
            if (row.getKey().contains(block)) {
                return row.getValue();
            }
        }
        return null;
    }

    /** The rows, longest block first. */
    List<Map.Entry<Cidr, V>> rows() {
        return longestFirst;
    }
}
