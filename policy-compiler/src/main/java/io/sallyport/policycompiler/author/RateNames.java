package io.sallyport.policycompiler.author;

import java.util.Set;

/**
 * The rates that obligations may name. Immutable.
 *
 * @param areAll false where no configuration is known, so that any other name may be one too
 */
public record RateNames(Set<String> names, boolean areAll) {
    /** No configuration is known. */
    public static final RateNames UNKNOWN = new RateNames(Set.of(), false);

    public RateNames {
        names = Set.copyOf(names);
    }

    /** Returns the rates of a configuration. */
    public static RateNames of(Set<String> names) {
        return new RateNames(names, true);
    }

    boolean mayHave(String name) {
        return !areAll || names.contains(name);
    }
}
