package io.sallyport.leasebridge;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares the parameters of queries as multisets: neither the order of names nor that of values counts. */
final class QueryComparison {
    private QueryComparison() {}

    /** Whether both hold the same; a query that cannot be read (null) is like no other. */
    static boolean same(Map<String, List<String>> wanted, @Nullable Map<String, List<String>> given) {
        return given != null
                && wanted.keySet().equals(given.keySet())
                && wanted.entrySet().stream().allMatch(entry -> same(entry.getValue(), given.get(entry.getKey())));
    }

    private static boolean same(List<String> wanted, @Nullable List<String> given) {
        return given != null
                && wanted.stream()
                        .sorted()
                        .toList()
                        .equals(given.stream().sorted().toList());
    }
}
