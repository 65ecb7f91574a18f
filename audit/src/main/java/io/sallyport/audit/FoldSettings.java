package io.sallyport.audit;

import java.time.Duration;

/**
 * How many refusals are written as lines before the rest are only counted. Each sandbox has its own share; all peers
 * without an identity have one share together.
 *
 * @param window the limits below hold per window, which begins with the first refusal of a share
 * @param alikeWhole lines for refusals with the same kind, reason and host
 * @param shareWhole lines for the refusals of one share
 * @param shareBytes their estimated size in memory
 * @param hostsPerShare hosts that are counted separately; further ones are counted together, without a host
 * @param maxShares sandboxes that are counted separately; further ones are counted with the peers without an identity
 */
public record FoldSettings(
        Duration window, int alikeWhole, int shareWhole, long shareBytes, int hostsPerShare, int maxShares) {
    public static final FoldSettings DEFAULTS =
            new FoldSettings(Duration.ofSeconds(10), 30, 150, 64L << 10, 64, 16_384);

    public FoldSettings {
        requirePositive("window", window.toNanos());
        requirePositive("alikeWhole", alikeWhole);
        requirePositive("shareWhole", shareWhole);
        requirePositive("shareBytes", shareBytes);
        requirePositive("hostsPerShare", hostsPerShare);
        requirePositive("maxShares", maxShares);
    }

    /**
     * Defined here and not in {@link AuditSettings}, whose defaults use this class, so that the two classes do not
     * depend on each other for their initialization.
     */
    static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }
}
