package io.sallyport.policycompiler;

import io.sallyport.decision.Author;
import java.util.List;

/**
 * An author's Rego, ready to run. Immutable, shared by all sandboxes that use it.
 *
 * @param digest lower-case hex SHA-256 of the sources and what they read as data; empty where there is no Rego
 * @param bundles what the {@link PlanStore} keeps for it; empty where there is no Rego
 */
public record AuthoredRego(Author author, String digest, List<String> bundles) {
    /** No Rego. */
    public static final AuthoredRego NONE = new AuthoredRego(Author.SILENT, "", List.of());

    public AuthoredRego {
        bundles = List.copyOf(bundles);
    }
}
