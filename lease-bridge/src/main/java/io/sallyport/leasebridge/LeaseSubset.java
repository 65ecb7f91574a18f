package io.sallyport.leasebridge;

import io.sallyport.leasebridge.limit.HostCeiling;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a lease may be given to a child of another lease's holder (specs: leases, section 4). What cannot be proven
 * is refused; whatever the child leaves out conforms, since limits are inherited. Immutable.
 */
public sealed interface LeaseSubset permits LeaseSubset.Within, SubsetViolation {
    /** The child exceeds its parent in nothing. */
    record Within() implements LeaseSubset {}

    /** Compares a child with its parent; the first excess counts. */
    static LeaseSubset of(Lease child, Lease parent) {
        return of(child, parent, parent.budget());
    }

    /**
     * Compares a child with its parent and what is left of the parent's budget; the first excess counts.
     *
     * @param remaining currency to remainder; null if the parent has no budget
     */
    static LeaseSubset of(Lease child, Lease parent, @Nullable Map<String, BigDecimal> remaining) {
        ComparisonBudget effort = new ComparisonBudget();
        for (Map.Entry<String, List<LeasePattern>> entry : child.capabilities().entrySet()) {
            if (patterns(entry.getKey(), entry.getValue(), parent, effort) instanceof SubsetViolation beyond) {
                return beyond;
            }
        }
        if (amounts(child.budget(), remaining) instanceof SubsetViolation overspent) {
            return overspent;
        }
        if (uses(child.maxUses(), parent.maxUses()) instanceof SubsetViolation overused) {
            return overused;
        }
        return ceilings(child.hosts(), parent.hosts()) instanceof SubsetViolation higher
                ? higher
                : expiry(child.expiresAt(), parent.expiresAt());
    }

    /** A ceiling is compared with each of the parent's that covers all of its hosts; to another it is counted, too. */
    private static LeaseSubset ceilings(List<HostCeiling> child, List<HostCeiling> parent) {
        for (HostCeiling wanted : child) {
            for (HostCeiling given : parent) {
                if (given.covers(wanted) && exceeds(wanted, given) instanceof SubsetViolation beyond) {
                    return beyond;
                }
            }
        }
        return new Within();
    }

    private static LeaseSubset exceeds(HostCeiling wanted, HostCeiling given) {
        return exceeds("max_requests", wanted, wanted.maxRequests(), given, given.maxRequests())
                        instanceof SubsetViolation beyond
                ? beyond
                : exceeds("max_bytes", wanted, wanted.maxBytes(), given, given.maxBytes());
    }

    private static LeaseSubset exceeds(
            String limit, HostCeiling wanted, @Nullable Long child, HostCeiling given, @Nullable Long parent) {
        if (child == null || parent == null || child <= parent) {
            return new Within();
        }
        String why = "%s is %d, more than the parent's %d of %s".formatted(limit, child, parent, given.name());
        return new SubsetViolation("hosts", wanted.name(), why, null);
    }

    private static LeaseSubset patterns(
            String capability, List<LeasePattern> inner, Lease parent, ComparisonBudget effort) {
        List<LeasePattern> outer = parent.capabilities().get(capability);
        return outer == null
                ? new SubsetViolation(capability, "", "the parent does not have it", null)
                : new PatternCover(capability, outer, effort).compare(inner);
    }

    private static LeaseSubset amounts(
            @Nullable Map<String, BigDecimal> wanted, @Nullable Map<String, BigDecimal> remaining) {
        if (wanted != null && remaining == null) {
            return new SubsetViolation("cost.budget", "", "the parent does not have it", null);
        }
        for (Map.Entry<String, BigDecimal> entry :
                (wanted == null ? Map.<String, BigDecimal>of() : wanted).entrySet()) {
            BigDecimal left = remaining == null ? null : remaining.get(entry.getKey());
            if (left == null) {
                return new SubsetViolation("cost.budget", entry.getKey(), "the parent has no such currency", null);
            }
            if (left.signum() < 0 || entry.getValue().compareTo(left) > 0) {
                String why = "wants %s of the %s that are left"
                        .formatted(entry.getValue().toPlainString(), left.toPlainString());
                return new SubsetViolation("cost.budget", entry.getKey(), why, null);
            }
        }
        return new Within();
    }

    private static LeaseSubset uses(@Nullable Integer child, @Nullable Integer parent) {
        return child != null && parent != null && child > parent
                ? new SubsetViolation("max_uses", child.toString(), "more than the parent's " + parent, null)
                : new Within();
    }

    private static LeaseSubset expiry(@Nullable Instant child, @Nullable Instant parent) {
        return child != null && parent != null && child.isAfter(parent)
                ? new SubsetViolation("expires_at", child.toString(), "later than the parent's " + parent, null)
                : new Within();
    }
}
