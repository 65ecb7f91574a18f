package io.sallyport.fetch.cache;

/**
 * How much a cache may hold.
 *
 * @param bytes of all that is kept, as it lies on the disk; what is being built comes beside it
 * @param freeBytes that are left free on its disk: where there are fewer, nothing is written
 */
public record CacheBounds(long bytes, long freeBytes) {
    public static final CacheBounds DEFAULT = new CacheBounds(16L << 30, 1L << 30);

    /** The most that either may be. */
    public static final long MOST = 1L << 50;
}
