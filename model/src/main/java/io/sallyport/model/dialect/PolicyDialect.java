package io.sallyport.model.dialect;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How network policies, and the requests that they judge, are read: strictly, but for the switches that are on.
 * Immutable.
 *
 * @param switches what is relaxed
 */
public record PolicyDialect(Set<PolicySwitch> switches) {
    /** Nothing is relaxed. */
    public static final PolicyDialect STRICT = new PolicyDialect(Set.of());

    /** Everything is read as OpenShell reads it. */
    public static final PolicyDialect OPENSHELL = new PolicyDialect(EnumSet.allOf(PolicySwitch.class));

    private static final String STRICT_WORD = "strict";
    private static final String OPENSHELL_WORD = "openshell";

    public PolicyDialect {
        switches = Set.copyOf(switches);
    }

    /** Returns the dialect of a {@link #word}, or null. */
    public static @Nullable PolicyDialect of(String word) {
        if (word.equals(OPENSHELL_WORD)) {
            return OPENSHELL;
        }
        String[] parts = word.split("\\+", -1);
        Set<PolicySwitch> switches = EnumSet.noneOf(PolicySwitch.class);
        for (int i = 1; i < parts.length; i++) {
            PolicySwitch point = PolicySwitch.of(parts[i]);
            if (point == null) {
                return null;
            }
            switches.add(point);
        }
        return parts[0].equals(STRICT_WORD) ? new PolicyDialect(switches) : null;
    }

    /** Returns whether that point is relaxed. */
    public boolean has(PolicySwitch point) {
        return switches.contains(point);
    }

    /** Returns a copy in which these points are relaxed as well. */
    public PolicyDialect with(Set<PolicySwitch> more) {
        Set<PolicySwitch> all = EnumSet.noneOf(PolicySwitch.class);
        all.addAll(switches);
        all.addAll(more);
        return new PolicyDialect(all);
    }

    /** Returns a copy in which that point is strict. */
    public PolicyDialect without(PolicySwitch point) {
        Set<PolicySwitch> rest = EnumSet.noneOf(PolicySwitch.class);
        switches.stream().filter(one -> one != point).forEach(rest::add);
        return new PolicyDialect(rest);
    }

    /** Returns {@code strict}, {@code openshell}, or {@code strict+SWITCH+...} in the order of the switches. */
    public String word() {
        if (equals(OPENSHELL)) {
            return OPENSHELL_WORD;
        }
        return new TreeSet<>(switches)
                .stream().map(one -> "+" + one.word()).collect(Collectors.joining("", STRICT_WORD, ""));
    }
}
