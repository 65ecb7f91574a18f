package io.sallyport.leasebridge.harness;

import java.util.Map;
import java.util.Set;

/**
 * What the operator lends to every harness. Immutable.
 *
 * @param documents that a harness may name by these paths
 * @param profiles by their names
 * @param providers by their names
 * @param variables names that may stand in a harness as {@code ${NAME}}; their values are nobody's affair here
 */
public record Lent(
        Map<String, String> documents,
        Map<String, String> profiles,
        Map<String, String> providers,
        Set<String> variables) {
    public static final Lent NOTHING = new Lent(Map.of(), Map.of(), Map.of(), Set.of());

    public Lent {
        documents = Map.copyOf(documents);
        profiles = Map.copyOf(profiles);
        providers = Map.copyOf(providers);
        variables = Set.copyOf(variables);
    }
}
