package io.sallyport.credentials;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values that one source gives together, by name, such as user name and password. Safe for concurrent use; owns its
 * values, and {@link #close} closes them.
 */
public final class NamedSecrets implements AutoCloseable {
    /** The name of the value of a source that has one. */
    public static final String VALUE = "value";

    /** The maximum number of values of one source. */
    public static final int MAX_VALUES = 16;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    private final Map<String, SecretValue> values;

    /** @param values owned from now on; names as {@link #problemOf} permits */
    NamedSecrets(Map<String, SecretValue> values) {
        this.values = Map.copyOf(values);
    }

    /**
     * Returns what is wrong with names of values, or null: each has a letter, then letters, digits and {@code _.-}, at
     * most 64 characters; there is at least one and at most {@link #MAX_VALUES}.
     */
    static @Nullable String problemOf(Set<String> names) {
        if (names.isEmpty() || names.size() > MAX_VALUES) {
            return "a source has 1 to " + MAX_VALUES + " values";
        }
        return names.stream().allMatch(name -> NAME.matcher(name).matches())
                ? null
                : "the name of a value has letters, digits and _.-, begins with a letter, and has at most 64 characters";
    }

    /** Returns the value of that name, or null; valid until this is closed. */
    public @Nullable SecretValue find(String name) {
        return values.get(name);
    }

    /** Returns the names. */
    public Set<String> names() {
        return Set.copyOf(values.keySet());
    }

    /** Returns the length of all values in bytes. */
    public long length() {
        return values.values().stream().mapToLong(SecretValue::length).sum();
    }

    /** Returns whether both have the same names and values, in a time that depends on names and lengths alone. */
    boolean isSameAs(NamedSecrets other) {
        boolean isSame = values.keySet().equals(other.values.keySet());
        for (Map.Entry<String, SecretValue> entry : values.entrySet()) {
            SecretValue there = other.values.get(entry.getKey());
            isSame &= there != null && entry.getValue().isSameAs(there);
        }
        return isSame;
    }

    @Override
    public void close() {
        values.values().forEach(SecretValue::close);
    }

    /** With the names alone. */
    @Override
    public String toString() {
        return "NamedSecrets" + values.keySet();
    }
}
