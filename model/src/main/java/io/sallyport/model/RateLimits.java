package io.sallyport.model;

/**
 * How often something may be done. Each limit is 1 or more, or {@link #NONE_OF_IT} for no limit.
 *
 * @param perSecond size of a token bucket, which refills in a second
 * @param perMinute size of a token bucket, which refills in a minute
 * @param perRun limit in total, for as long as the sandbox has the same run
 */
public record RateLimits(int perSecond, int perMinute, int perRun) {
    /** No limit. */
    public static final int NONE_OF_IT = 0;

    /** The largest limit. */
    public static final int MAX = 1_000_000;

    /** Limits nothing. */
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

    /** Returns the smaller of each limit. */
    public RateLimits and(RateLimits other) {
        return new RateLimits(
                smaller(perSecond, other.perSecond),
                smaller(perMinute, other.perMinute),
                smaller(perRun, other.perRun));
    }

    /** Returns the smaller of two limits, either of which may be {@link #NONE_OF_IT}. */
    public static int smaller(int one, int other) {
        return one == NONE_OF_IT ? other : other == NONE_OF_IT ? one : Math.min(one, other);
    }
}
