package io.sallyport.inference;

import java.math.BigDecimal;

/**
 * What a model costs, exactly. Immutable.
 *
 * @param currency as {@code cost.budget} of a lease names it, such as {@code USD}
 * @param input for a million tokens of input
 * @param output for a million tokens of output
 * @param cached for a million tokens that the provider reads from its cache
 * @param cacheWrite for a million tokens that the provider writes to its cache
 */
public record ModelPrice(
        String currency, BigDecimal input, BigDecimal output, BigDecimal cached, BigDecimal cacheWrite) {
    private static final int MILLION_DIGITS = 6;

    /** A price for a million tokens is less than this; it bounds what one call can be charged. */
    public static final BigDecimal LIMIT = new BigDecimal(1_000_000);

    /** The maximum number of digits after the point. */
    public static final int MAX_SCALE = 9;

    public ModelPrice {
        if (!isPrice(input) || !isPrice(output) || !isPrice(cached) || !isPrice(cacheWrite)) {
            throw new IllegalArgumentException("not a price");
        }
    }

    /** Returns whether an amount may be a price: not negative, below the limit, not too exact. */
    public static boolean isPrice(BigDecimal amount) {
        return amount.signum() >= 0 && amount.scale() <= MAX_SCALE && amount.compareTo(LIMIT) < 0;
    }

    /** Returns what a call costs, exactly. */
    public BigDecimal cost(ModelUsage usage) {
        return of(usage.freshTokens(), input)
                .add(of(usage.cachedTokens(), cached))
                .add(of(usage.cacheWriteTokens(), cacheWrite))
                .add(of(usage.outputTokens(), output));
    }

    private static BigDecimal of(long tokens, BigDecimal million) {
        return million.multiply(BigDecimal.valueOf(tokens)).movePointLeft(MILLION_DIGITS);
    }

    /**
     * Returns how many tokens of output an amount pays for after the input; 0 if not even that is paid.
     *
     * @param left of the budget
     * @param inputTokens at the price of input that is written to the cache, if that is higher
     */
    public long affordableOutput(BigDecimal left, long inputTokens) {
        BigDecimal rest = left.subtract(of(inputTokens, input.max(cacheWrite)));
        if (rest.signum() <= 0) {
            return 0;
        }
        if (output.signum() == 0) {
            return Long.MAX_VALUE;
        }
        BigDecimal tokens = rest.movePointRight(MILLION_DIGITS).divideToIntegralValue(output);
        return tokens.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
    }
}
