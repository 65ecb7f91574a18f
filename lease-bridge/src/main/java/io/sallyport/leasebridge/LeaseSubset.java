package io.sallyport.leasebridge;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a lease may be given to a child of another lease's holder (specs: leases, section 4). What cannot be
 * proven is refused; whatever the child leaves out conforms, since limits are inherited.
 */
public final class LeaseSubset {
    private LeaseSubset() {}

    /** Returns the first part of the child that exceeds its parent, or null. */
    public static @Nullable SubsetViolation violation(Lease child, Lease parent) {
        return violation(child, parent, parent.budget());
    }

    /**
     * Returns the first part of the child that exceeds its parent and what is left of the parent's budget, or null.
     *
     * @param remaining currency to remainder; null if the parent has no budget
     */
    public static @Nullable SubsetViolation violation(
            Lease child, Lease parent, @Nullable Map<String, BigDecimal> remaining) {
        ComparisonBudget effort = new ComparisonBudget();
        for (Map.Entry<String, List<LeasePattern>> entry : child.capabilities().entrySet()) {
            SubsetViolation beyond = beyond(entry.getKey(), entry.getValue(), parent, effort);
            if (beyond != null) {
                return beyond;
            }
        }
        SubsetViolation overspent = overspent(child.budget(), remaining);
        return overspent == null ? outlives(child.expiresAt(), parent.expiresAt()) : overspent;
    }

    private static @Nullable SubsetViolation beyond(
            String capability, List<LeasePattern> inner, Lease parent, ComparisonBudget effort) {
        List<LeasePattern> outer = parent.capabilities().get(capability);
        return outer == null
                ? new SubsetViolation(capability, "", "the parent does not have it", null)
                : new PatternCover(capability, outer, effort).firstBeyond(inner);
    }

    private static @Nullable SubsetViolation overspent(
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
        return null;
    }

    private static @Nullable SubsetViolation outlives(@Nullable Instant child, @Nullable Instant parent) {
        return child != null && parent != null && child.isAfter(parent)
                ? new SubsetViolation("expires_at", child.toString(), "later than the parent's " + parent, null)
                : null;
    }
}
