package io.sallyport.policycompiler.author;

import io.sallyport.decision.Author;
import io.sallyport.model.answer.GuardrailsVersion;
import java.util.List;

/**
 * An author's compiled Rego. Immutable, shared by all sandboxes that use it.
 *
 * @param digest lower-case hex SHA-256 of the sources and of the data that they read; empty if there is no Rego
 * @param bundles the digests under which the {@link PlanStore} stores it; empty if there is no Rego
 * @param rules the names of its deny rules, as far as they are written as constants
 * @param version under which it is in force, if it is a set of guardrails
 */
public record AuthoredRego(
        Author author, String digest, List<String> bundles, List<String> rules, GuardrailsVersion version) {
    /** No Rego. */
    public static final AuthoredRego NONE = new AuthoredRego(Author.SILENT, "", List.of(), List.of());

    public AuthoredRego {
        bundles = List.copyOf(bundles);
        rules = List.copyOf(rules);
    }

    /** Creates Rego that is not in force yet. */
    public AuthoredRego(Author author, String digest, List<String> bundles, List<String> rules) {
        this(author, digest, bundles, rules, GuardrailsVersion.NONE);
    }

    /** Returns a copy that is in force under {@code named}. */
    public AuthoredRego inForceAs(GuardrailsVersion named) {
        return new AuthoredRego(author, digest, bundles, rules, named);
    }
}
