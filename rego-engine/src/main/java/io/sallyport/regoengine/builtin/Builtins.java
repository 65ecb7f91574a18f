package io.sallyport.regoengine.builtin;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The functions there are, by name. What is not here cannot be called: a policy that names it does not load. Immutable. */
public final class Builtins {
    /** What answers by chance, and nothing else: a verdict by it could not be found out again. */
    private static final Set<String> OF_CHANCE = Set.of("rand.intn", "uuid.rfc4122");

    private final Map<String, Builtin> byName;

    private Builtins(Map<String, Builtin> byName) {
        this.byName = Map.copyOf(byName);
    }

    /** The names of those that answer by chance, which no policy of a gateway may call. */
    public static Set<String> ofChance() {
        return OF_CHANCE;
    }

    /** These functions, less those that answer by chance. */
    public Builtins withoutChance() {
        Map<String, Builtin> others = new HashMap<>(byName);
        others.keySet().removeAll(OF_CHANCE);
        return new Builtins(others);
    }

    /**
     * The functions of {@code families}.
     *
     * @throws IllegalArgumentException where two have one name
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

    /** These functions, with those of {@code print} and of test cases that tell {@code listener}. */
    public Builtins telling(Listener listener) {
        Map<String, Builtin> all = new HashMap<>(byName);
        Notes.telling(listener).forEach(builtin -> all.put(builtin.name(), builtin));
        return new Builtins(all);
    }

    /** The function called {@code name}, or null. */
    public @Nullable Builtin find(String name) {
        return byName.get(name);
    }

    public Set<String> names() {
        return byName.keySet();
    }
}
