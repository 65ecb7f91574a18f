package io.sallyport.regoengine.builtin;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The functions there are, by name. What is not here cannot be called: a policy that names it does not load. Functions
 * that would reach out ({@code http.send}, {@code net.lookup_ip_addr}, {@code opa.runtime}) are not here by design.
 * Immutable.
 */
public final class Builtins {
    /** What answers by chance, and nothing else: a verdict by it could not be found out again. */
    private static final Set<String> OF_CHANCE = Set.of("rand.intn", "uuid.rfc4122");

    private static final Builtins STANDARD = of(List.of(
            Comparisons.ALL,
            Arithmetic.ALL,
            Aggregates.ALL,
            Strings.ALL,
            StringChanges.ALL,
            ArrayFunctions.ALL,
            ObjectFunctions.ALL,
            Sets.ALL,
            Types.ALL,
            Casts.ALL,
            Sprintf.ALL,
            Integers.ALL,
            ByteEncodings.ALL,
            QueryEncodings.ALL,
            JsonTexts.ALL,
            JsonDocuments.ALL,
            JsonSchemas.ALL,
            Hashes.ALL,
            Regexes.ALL,
            Globs.ALL,
            Cidrs.ALL,
            Times.ALL,
            Versions.ALL,
            Units.ALL,
            Graphs.ALL,
            Graphqls.ALL,
            Uuids.ALL,
            Notes.ALL,
            Jwts.ALL,
            JwtSigning.ALL,
            Uris.ALL,
            JsonLayout.ALL,
            Yamls.ALL,
            AwsSigning.ALL,
            Templates.ALL,
            X509.ALL,
            X509Keys.ALL));

    private final Map<String, Builtin> byName;

    private Builtins(Map<String, Builtin> byName) {
        this.byName = Map.copyOf(byName);
    }

    /** All functions of this engine. */
    public static Builtins standard() {
        return STANDARD;
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
