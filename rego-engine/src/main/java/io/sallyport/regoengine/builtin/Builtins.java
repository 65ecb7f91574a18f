package io.sallyport.regoengine.builtin;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The available functions, by name. A policy that calls any other function does not load. Immutable. */
public final class Builtins {
    /** The functions whose results are random. A verdict based on them could not be reproduced. */
    private static final Set<String> OF_CHANCE = Set.of("rand.intn", "uuid.rfc4122");

    private final Map<String, Builtin> byName;

    private Builtins(Map<String, Builtin> byName) {
        this.byName = Map.copyOf(byName);
    }

    /** Returns the names of the functions with random results, which no policy of a gateway may call. */
    public static Set<String> ofChance() {
        return OF_CHANCE;
    }

    /** Returns a copy without the functions with random results. */
    public Builtins withoutChance() {
        Map<String, Builtin> others = new HashMap<>(byName);
        others.keySet().removeAll(OF_CHANCE);
        return new Builtins(others);
    }

    /**
     * Returns the functions of {@code families}.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    public static Builtins of(Collection<List<Builtin>> families) {
        Map<String, Builtin> byName = new HashMap<>();
        for (List<Builtin> family : families) {
            for (Builtin builtin : family) {
                if (byName.put(builtin.name(), builtin) != null) {
                    throw new IllegalArgumentException("two functions are named " + builtin.name());
                }
            }
        }
        return new Builtins(byName);
    }

    /** Returns a copy in which {@code print} and the function for test cases report to {@code listener}. */
    public Builtins telling(Listener listener) {
        Map<String, Builtin> all = new HashMap<>(byName);
        Notes.telling(listener).forEach(builtin -> all.put(builtin.name(), builtin));
        return new Builtins(all);
    }

    /** Returns the function named {@code name}, or null. */
    public @Nullable Builtin find(String name) {
        return byName.get(name);
    }

    public Set<String> names() {
        return byName.keySet();
    }
}
