package io.sallyport.decision;

/**
 * How much one policy snapshot may remember.
 *
 * @param maxBytes estimated bytes of heap, 0 to remember nothing; the setting {@code decision.cache_bytes}
 * @param meter counts the decisions of all snapshots that share it
 */
public record DecisionCache(int maxBytes, DecisionMeter meter) {
    /** 64 KiB: some hundred decisions. */
    public static final DecisionCache BY_DEFAULT = new DecisionCache(64 * 1024);

    public static final DecisionCache OFF = new DecisionCache(0);

    /** A cache whose decisions nobody counts. */
    public DecisionCache(int maxBytes) {
        this(maxBytes, DecisionMeter.unread());
    }

    public DecisionCache {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("decision.cache_bytes: " + maxBytes + " (expected: >= 0)");
        }
    }
}
