package io.sallyport.fetch.landing;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.fetch.cache.CacheBounds;

/**
 * How much may land.
 *
 * @param times that something is copied for one sandbox between two starts: its skills, and as many files as it may get
 * @param bytes that are copied for one sandbox between two starts
 * @param freeBytes that are left free on the disk: where there are fewer, nothing is copied
 */
public record LandingBounds(int times, long bytes, long freeBytes) {
    public static final LandingBounds DEFAULT =
            new LandingBounds(2_000, FetchAllowance.DEFAULT_BYTES, CacheBounds.DEFAULT.freeBytes());

    /** The same, but for the bytes. */
    public LandingBounds upTo(long mostBytes, long leftFree) {
        return new LandingBounds(times, mostBytes, leftFree);
    }
}
