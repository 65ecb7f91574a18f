package io.sallyport.policycompiler.reach;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A set of values that are compared as a whole, such as methods: some, or all except some. Immutable.
 *
 * @param isExcept whether it has every value except those that are listed
 */
public record ValueSet<T>(boolean isExcept, Set<T> listed) {
    public ValueSet {
        listed = Set.copyOf(listed);
    }

    /** Returns the set of every value. */
    public static <T> ValueSet<T> all() {
        return new ValueSet<>(true, Set.of());
    }

    /** Returns the set of those values alone. */
    public static <T> ValueSet<T> of(Set<T> values) {
        return new ValueSet<>(false, values);
    }

    /** Returns the set of all other values. */
    public static <T> ValueSet<T> except(Set<T> values) {
        return new ValueSet<>(true, values);
    }

    public boolean contains(T value) {
        return isExcept != listed.contains(value);
    }

    /** Returns whether it has no value; there are always more values than a set can list. */
    public boolean isEmpty() {
        return !isExcept && listed.isEmpty();
    }

    ValueSet<T> and(ValueSet<T> other) {
        if (isExcept && other.isExcept) {
            return except(joined(other));
        }
        return isExcept ? other.and(this) : of(filtered(other));
    }

    ValueSet<T> without(ValueSet<T> other) {
        return and(new ValueSet<>(!other.isExcept, other.listed));
    }

    private Set<T> filtered(ValueSet<T> other) {
        return listed.stream().filter(other::contains).collect(Collectors.toUnmodifiableSet());
    }

    private Set<T> joined(ValueSet<T> other) {
        if (listed.containsAll(other.listed)) {
            return listed;
        }
        return Stream.concat(listed.stream(), other.listed.stream()).collect(Collectors.toUnmodifiableSet());
    }
}
