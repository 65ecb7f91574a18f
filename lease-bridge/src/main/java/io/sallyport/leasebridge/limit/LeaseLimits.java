package io.sallyport.leasebridge.limit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code lease_constraints} of a lease, parsed; {@code expires_at} is ARCP's, the others are this gateway's own.
 * Immutable.
 *
 * @param expiresAt the instant from which every operation is refused, or null
 * @param maxUses how often the lease may be used in all, at least 1, or null for no limit
 * @param hosts ceilings of some hosts, each pattern once
 */
public record LeaseLimits(
        @Nullable Instant expiresAt, @Nullable Integer maxUses, List<HostCeiling> hosts) {
    /** Limits nothing. */
    public static final LeaseLimits NONE = new LeaseLimits(null, null, List.of());

    public LeaseLimits {
        hosts = List.copyOf(hosts);
    }

    /** Returns a copy that expires at {@code end}; null for never. */
    public LeaseLimits endingAt(@Nullable Instant end) {
        return new LeaseLimits(end, maxUses, hosts);
    }
}
