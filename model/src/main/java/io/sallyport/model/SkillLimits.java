package io.sallyport.model;

import java.util.HashMap;
import java.util.Map;

/**
 * The limits of a skill.
 *
 * @param calls rate limits of all capabilities together
 * @param byCapability rate limits by capability, such as {@code tool.call}
 * @param concurrent limit of concurrent calls, each assumed to run for {@code timeoutMillis}; {@link
 *     RateLimits#NONE_OF_IT} for no limit
 * @param timeoutMillis how long a call may take, enforced by the caller; 0 for no limit
 * @param maxBytes how much data a call may move, enforced by the caller; 0 for no limit
 */
public record SkillLimits(
        RateLimits calls, Map<String, RateLimits> byCapability, int concurrent, long timeoutMillis, long maxBytes) {
    /** Limits nothing. */
    public static final SkillLimits NONE = new SkillLimits(RateLimits.NONE, Map.of(), RateLimits.NONE_OF_IT, 0, 0);

    public SkillLimits {
        byCapability = Map.copyOf(byCapability);
        if (concurrent != RateLimits.NONE_OF_IT && timeoutMillis == 0) {
            throw new IllegalArgumentException("concurrent: " + concurrent + " (expected: a timeout_ms beside it)");
        }
    }

    /** Returns the smaller of each limit. */
    public SkillLimits and(SkillLimits other) {
        Map<String, RateLimits> both = new HashMap<>(byCapability);
        other.byCapability.forEach((capability, limits) -> both.merge(capability, limits, RateLimits::and));
        return new SkillLimits(
                calls.and(other.calls),
                both,
                RateLimits.smaller(concurrent, other.concurrent),
                smaller(timeoutMillis, other.timeoutMillis),
                smaller(maxBytes, other.maxBytes));
    }

    private static long smaller(long one, long other) {
        return one == 0 ? other : other == 0 ? one : Math.min(one, other);
    }
}
