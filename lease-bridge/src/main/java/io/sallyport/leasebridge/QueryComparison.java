package io.sallyport.leasebridge;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares query parameters as multisets: the order of names and of values is ignored. */
final class QueryComparison {
    private QueryComparison() {}

    /** Returns whether both hold the same parameters; an unreadable query (null) equals no other. */
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
