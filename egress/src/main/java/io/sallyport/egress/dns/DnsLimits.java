package io.sallyport.egress.dns;

import java.time.Duration;

/**
 * The bounds of resolution. Immutable.
 *
 * @param lookupsPerSandbox names being resolved at once for one sandbox
 * @param lookups names being resolved at once in all
 * @param timeout from the question to the last answer that counts
 * @param queryTimeout of one query to one server
 * @param cachedNames names remembered for each event loop
 * @param maxTtl an answer is remembered no longer, whatever it says
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
