package io.sallyport.leasebridge;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges one operation by a lease: expired or revoked before permission before budget (specs: leases, section 6). Reads no
 * clock and counts nothing.
 */
public final class LeaseGate {
    /** The longest grace that may be given after the end of a lease. */
    public static final Duration MAX_GRACE = Duration.ofSeconds(1);

    private LeaseGate() {}

    /**
     * All that speaks against an operation, what counts first; empty where it may go on.
     *
     * @param budget what is left now; empty for a lease without one
     */
    public static List<LeaseError> refusals(
            Lease lease, String capability, String target, Budget budget, @Nullable Instant now) {
        List<LeaseError> found = new ArrayList<>();
        if (now != null && isExpired(lease.expiresAt(), now, Duration.ZERO)) {
            found.add(LeaseError.LEASE_EXPIRED);
        }
        if (!lease.covers(capability, target)) {
            found.add(LeaseError.PERMISSION_DENIED);
        }
        if (budget.isExhausted()) {
            found.add(LeaseError.BUDGET_EXHAUSTED);
        }
        return found;
    }

    /**
     * Whether a lease with that end is over.
     *
     * @param expiresAt null for a lease that does not expire
     * @param grace 0 to {@link #MAX_GRACE}; more counts as that
     */
    public static boolean isExpired(@Nullable Instant expiresAt, Instant now, Duration grace) {
        Duration bounded = grace.compareTo(MAX_GRACE) > 0 ? MAX_GRACE : grace;
        return expiresAt != null && !now.isBefore(bounded.isNegative() ? expiresAt : expiresAt.plus(bounded));
    }
}
