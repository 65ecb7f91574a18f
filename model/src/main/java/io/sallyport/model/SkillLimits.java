package io.sallyport.model;

import java.util.HashMap;
import java.util.Map;

/**
 * What bounds a skill.
 *
 * @param calls of all capabilities together
 * @param byCapability of one capability, as {@code tool.call}
 * @param concurrent calls that may run at one time, each taken to run for {@code timeoutMillis}; {@link
 *     RateLimits#NONE_OF_IT} where not bounded
 * @param timeoutMillis how long a call may take, an obligation of the caller; 0 where not bounded
 * @param maxBytes how much a call may move, an obligation of the caller; 0 where not bounded
 */
public record SkillLimits(
        RateLimits calls, Map<String, RateLimits> byCapability, int concurrent, long timeoutMillis, long maxBytes) {
    /** Bounds nothing. */
    public static final SkillLimits NONE = new SkillLimits(RateLimits.NONE, Map.of(), RateLimits.NONE_OF_IT, 0, 0);

    public SkillLimits {
        byCapability = Map.copyOf(byCapability);
        if (concurrent != RateLimits.NONE_OF_IT && timeoutMillis == 0) {
            throw new IllegalArgumentException("concurrent: " + concurrent + " (expected: a timeout_ms beside it)");
        }
    }

    /** The smaller of each bound. */
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
