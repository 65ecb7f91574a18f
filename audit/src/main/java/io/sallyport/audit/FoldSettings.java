package io.sallyport.audit;

import java.time.Duration;

/**
 * How many refusals are written whole before the rest are counted. A share belongs to one sandbox; all peers without
 * identity have one together.
 *
 * @param window the counts below hold for one window, which begins with a share's first refusal in it
 * @param alikeWhole refusals with the same kind, reason and host that are written whole
 * @param shareWhole refusals of one share that are written whole
 * @param shareBytes their size in memory, estimated
 * @param hostsPerShare hosts that are counted apart; further ones are counted together, without a host
 * @param maxShares sandboxes that are counted apart; further ones are counted with the peers without identity
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

    /** Here and not in {@link AuditSettings}, whose defaults hold these: neither class may need the other to begin. */
    static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }
}
