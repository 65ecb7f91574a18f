package io.sallyport.leasebridge.accesslist;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Methods of requests that are not tunnels.
 *
 * @param others whether methods are in it that the list does not name
 * @param named those that are in it, of the named ones
 * @param refused those that are not, of the named ones
 */
record MethodSet(boolean others, Set<String> named, Set<String> refused) {
    static final MethodSet ALL = new MethodSet(true, Set.of(), Set.of());
    static final MethodSet NONE = new MethodSet(false, Set.of(), Set.of());

    /** What a client of the web sends. */
    private static final List<String> COMMON = List.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");

    MethodSet {
        named = Set.copyOf(named);
        refused = Set.copyOf(refused);
    }

    static MethodSet of(Set<String> methods) {
        return new MethodSet(false, methods, Set.of());
    }

    boolean isAll() {
        return others && refused.isEmpty();
    }

    boolean isEmpty() {
        return !others && named.isEmpty();
    }

    boolean has(String method) {
        return named.contains(method) || (others && !refused.contains(method));
    }

    /** Returns whether it has all methods of a set of the same list. */
    boolean covers(MethodSet other) {
        return (others || !other.others)
                && Stream.concat(other.named.stream(), refused.stream())
                        .noneMatch(method -> other.has(method) && !has(method));
    }

    MethodSet and(MethodSet other) {
        var both = new TreeSet<>(named);
        both.addAll(other.named);
        var neither = new TreeSet<>(refused);
        neither.addAll(other.refused);
        neither.removeAll(both);
        return new MethodSet(others || other.others, both, neither);
    }

    /** Returns its methods one by one: of those that are not named, the common ones. */
    List<String> each() {
        return Stream.concat(COMMON.stream(), named.stream())
                .filter(this::has)
                .distinct()
                .toList();
    }
}
