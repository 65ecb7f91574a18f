package io.sallyport.egress.dns;

import java.time.Duration;

/**
 * The limits of resolution. Immutable.
 *
 * @param lookupsPerSandbox concurrent lookups of one sandbox
 * @param lookups concurrent lookups of all sandboxes
 * @param timeout from the first query to the last answer that counts
 * @param queryTimeout of one query to one server
 * @param cachedNames names cached per event loop
 * @param maxTtl the longest time that an answer is cached, whatever its time to live
 */
public record DnsLimits(
        int lookupsPerSandbox, int lookups, Duration timeout, Duration queryTimeout, int cachedNames, Duration maxTtl) {
    public static final DnsLimits DEFAULT =
            new DnsLimits(64, 4096, Duration.ofSeconds(5), Duration.ofMillis(1500), 2048, Duration.ofMinutes(5));

    public DnsLimits {
        if (lookupsPerSandbox < 1 || lookups < 1 || cachedNames < 1) {
            throw new IllegalArgumentException("a limit of resolution is below 1");
        }
        if (!timeout.isPositive() || !queryTimeout.isPositive() || maxTtl.isNegative()) {
            throw new IllegalArgumentException("a time of resolution is not positive");
        }
    }
}
