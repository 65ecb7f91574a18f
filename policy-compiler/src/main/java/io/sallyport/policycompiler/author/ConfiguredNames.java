package io.sallyport.policycompiler.author;

import java.util.Set;

/**
 * The names that a configuration gives to things of one kind, such as rates or providers. Immutable.
 *
 * @param areAll false where no configuration is known, so that any other name may be one too
 */
public record ConfiguredNames(Set<String> names, boolean areAll) {
    /** No configuration is known. */
    public static final ConfiguredNames UNKNOWN = new ConfiguredNames(Set.of(), false);

    public ConfiguredNames {
        names = Set.copyOf(names);
    }

    /** Returns the names of a configuration. */
    public static ConfiguredNames of(Set<String> names) {
        return new ConfiguredNames(names, true);
    }

    /** Returns whether something may have that name. */
    public boolean mayHave(String name) {
        return !areAll || names.contains(name);
    }
}
