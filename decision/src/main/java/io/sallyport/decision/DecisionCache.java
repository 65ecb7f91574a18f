package io.sallyport.decision;

/**
 * How much one policy snapshot may remember.
 *
 * @param maxBytes estimated bytes of heap, 0 to remember nothing; the setting {@code decision.cache_bytes}
 */
public record DecisionCache(int maxBytes) {
    /** 64 KiB: some hundred decisions. */
    public static final DecisionCache BY_DEFAULT = new DecisionCache(64 * 1024);

    public static final DecisionCache OFF = new DecisionCache(0);

    public DecisionCache {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("decision.cache_bytes: " + maxBytes + " (expected: >= 0)");
        }
    }
}
