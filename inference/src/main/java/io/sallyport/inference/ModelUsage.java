package io.sallyport.inference;

/**
 * The tokens that one call used. Immutable.
 *
 * @param inputTokens all of the input, with {@code cachedTokens} and {@code cacheWriteTokens}
 * @param outputTokens with those of reasoning
 * @param cachedTokens of the input, read from the provider's cache
 * @param cacheWriteTokens of the input, written to the provider's cache
 * @param estimated whether the answer did not say all of this
 */
public record ModelUsage(
        long inputTokens, long outputTokens, long cachedTokens, long cacheWriteTokens, boolean estimated) {
    public static final ModelUsage NONE = new ModelUsage(0, 0, 0, 0, false);

    public ModelUsage {
        if (inputTokens < 0 || outputTokens < 0 || cachedTokens < 0 || cacheWriteTokens < 0) {
            throw new IllegalArgumentException("tokens below zero");
        }
        // A server that says more cached tokens than input would make input free.
        cachedTokens = Math.min(cachedTokens, inputTokens);
        cacheWriteTokens = Math.min(cacheWriteTokens, inputTokens - cachedTokens);
    }

    /** Returns the tokens that are charged at the price of plain input. */
    public long freshTokens() {
        return inputTokens - cachedTokens - cacheWriteTokens;
    }
}
