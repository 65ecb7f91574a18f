package io.sallyport.decision.rates;

/**
 * How many counts of named rates are kept.
 *
 * @param perSandbox made by the requests of one sandbox and those of its family; {@code limits.rate_counts_per_sandbox}
 * @param total of all sandboxes; {@code limits.rate_counts}
 */
public record RateBounds(int perSandbox, int total) {
    public static final RateBounds DEFAULT = new RateBounds(1_000, 100_000);
}
