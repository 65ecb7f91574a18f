package io.sallyport.control.calls;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a provider: never its secret. Immutable.
 *
 * @param problem why it has no secret now; null if it has one
 * @param endMillis until when the secret is of use, since the epoch; null if there is none, or its source does not say
 * @param endpoints where its secret may go, as configured
 * @param variables of sandboxes, which have its placeholder
 * @param sandboxes ids of those whose policy in force grants it, sorted, at most {@link #MAX_SANDBOXES}
 * @param uses requests that were sent with it since the gateway started
 * @param last the latest of them; null if there was none
 */
public record ProviderReport(
        String name,
        @Nullable String problem,
        @Nullable Long endMillis,
        List<String> endpoints,
        List<String> variables,
        List<String> sandboxes,
        long uses,
        @Nullable LastUse last) {
    /** Limit of the ids that one report names. */
    public static final int MAX_SANDBOXES = 100;

    public ProviderReport {
        endpoints = List.copyOf(endpoints);
        variables = List.copyOf(variables);
        sandboxes = List.copyOf(sandboxes);
    }

    /**
     * A request that was sent with a credential.
     *
     * @param timeMillis since the epoch
     */
    public record LastUse(
            long timeMillis,
            @Nullable String sandbox,
            @Nullable String host,
            String auditId) {}

    /** Tells of all providers, by name. Safe for concurrent use; never blocks. */
    @FunctionalInterface
    public interface Source {
        List<ProviderReport> providers();
    }
}
