package io.sallyport.model;

/**
 * How often something may be done. Each bound is 1 or more; {@link #NONE_OF_IT} stands for no bound.
 *
 * @param perSecond what a bucket holds, and what comes back into it in a second
 * @param perMinute the same for a minute
 * @param perRun in all, as long as the sandbox has the same run
 */
public record RateLimits(int perSecond, int perMinute, int perRun) {
    /** No bound. */
    public static final int NONE_OF_IT = 0;

    /** The largest bound. */
    public static final int MAX = 1_000_000;

    /** Bounds nothing. */
    public static final RateLimits NONE = new RateLimits(NONE_OF_IT, NONE_OF_IT, NONE_OF_IT);

    public RateLimits {
        require("per_second", perSecond);
        require("per_minute", perMinute);
        require("per_run", perRun);
    }

    private static void require(String name, int bound) {
        if (bound < NONE_OF_IT || bound > MAX) {
            throw new IllegalArgumentException(name + ": " + bound + " (expected: 0 to " + MAX + ")");
        }
    }

    public boolean boundsNothing() {
        return equals(NONE);
    }

    /** The smaller of each bound. */
    public RateLimits and(RateLimits other) {
        return new RateLimits(
                smaller(perSecond, other.perSecond),
                smaller(perMinute, other.perMinute),
                smaller(perRun, other.perRun));
    }

    /** The smaller of two bounds, of which either may be {@link #NONE_OF_IT}. */
    public static int smaller(int one, int other) {
        return one == NONE_OF_IT ? other : other == NONE_OF_IT ? one : Math.min(one, other);
    }
}
