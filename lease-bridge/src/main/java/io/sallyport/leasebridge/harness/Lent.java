package io.sallyport.leasebridge.harness;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The documents and names that the operator provides to every harness. Immutable. */
public final class Lent {
    public static final Lent NOTHING = new Lent(Map.of(), Map.of(), Map.of(), Set.of());

    private final Map<String, String> documents;
    private final HashedTexts hashed;
    private final Map<String, String> profiles;
    private final Map<String, String> providers;
    private final Set<String> variables;

    /**
     * Creates the collection.
     *
     * @param documents documents by the path under which a harness may name them
     * @param profiles profiles by name
     * @param providers providers by name
     * @param variables names that a harness may use as {@code ${NAME}}; their values are not known here
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

    /** Returns the document whose bytes have that SHA-256, lower-case hex; null if there is none. */
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
