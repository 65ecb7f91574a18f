package io.sallyport.leasebridge;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The limits that a child lease ends up with: what it leaves out is its parent's (specs: leases, section 4).
 *
 * @param budgetAtMost currency to the most that the child and all beside it can spend; null where the parent has no budget
 * @param expiresAt the earlier of both, or null where neither ends
 * @param models the patterns of {@code model.use}, or null where neither names them
 */
public record ChildLimits(
        @Nullable Map<String, BigDecimal> budgetAtMost,
        @Nullable Instant expiresAt,
        @Nullable List<String> models) {
    /**
     * The limits of a child that is a subset.
     *
     * @param remaining what is left of the parent's budget, or null where it has none
     */
    public static ChildLimits of(Lease child, Lease parent, @Nullable Map<String, BigDecimal> remaining) {
        List<String> models = child.patterns("model.use");
        return new ChildLimits(
                budget(child.budget(), remaining),
                earlier(child.expiresAt(), parent.expiresAt()),
                models == null ? parent.patterns("model.use") : models);
    }

    private static @Nullable Map<String, BigDecimal> budget(
            @Nullable Map<String, BigDecimal> named, @Nullable Map<String, BigDecimal> remaining) {
        if (remaining == null) {
            return null;
        }
        Map<String, BigDecimal> limits = new LinkedHashMap<>(remaining);
        if (named != null) {
            named.forEach((currency, amount) -> limits.computeIfPresent(currency, (_, left) -> left.min(amount)));
        }
        return limits;
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
