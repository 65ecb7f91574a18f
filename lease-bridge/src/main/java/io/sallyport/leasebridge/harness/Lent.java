package io.sallyport.leasebridge.harness;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the operator lends to every harness. Immutable. */
public final class Lent {
    public static final Lent NOTHING = new Lent(Map.of(), Map.of(), Map.of(), Set.of());

    private final Map<String, String> documents;
    private final HashedTexts hashed;
    private final Map<String, String> profiles;
    private final Map<String, String> providers;
    private final Set<String> variables;

    /**
     * What is lent.
     *
     * @param documents that a harness may name by these paths
     * @param profiles by their names
     * @param providers by their names
     * @param variables names that may stand in a harness as {@code ${NAME}}; their values are nobody's affair here
     */
    public Lent(
            Map<String, String> documents,
            Map<String, String> profiles,
            Map<String, String> providers,
            Set<String> variables) {
        this.documents = Map.copyOf(documents);
        this.hashed = new HashedTexts(documents);
        this.profiles = Map.copyOf(profiles);
        this.providers = Map.copyOf(providers);
        this.variables = Set.copyOf(variables);
    }

    public Map<String, String> documents() {
        return documents;
    }

    /** The document whose bytes have that SHA-256, lower-case hex; null where there is none. */
    Surroundings.@Nullable Found byHash(String sha256) {
        return hashed.find(sha256);
    }

    public Map<String, String> profiles() {
        return profiles;
    }

    public Map<String, String> providers() {
        return providers;
    }

    public Set<String> variables() {
        return variables;
    }
}
