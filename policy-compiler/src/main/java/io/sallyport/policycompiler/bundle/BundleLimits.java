package io.sallyport.policycompiler.bundle;

/**
 * How large a bundle may be.
 *
 * @param maxArchiveBytes of the archive as it came
 * @param maxBytes of the archive once it is unpacked, headers and padding included
 * @param maxFiles regular files
 * @param maxDepth arrays and objects within each other in a document of data
 */
public record BundleLimits(int maxArchiveBytes, int maxBytes, int maxFiles, int maxDepth) {
    /** 32 MiB packed, 128 MiB unpacked, 10,000 files, 256 deep. */
    public static final BundleLimits DEFAULTS = new BundleLimits(32 << 20, 128 << 20, 10_000, 256);

    public BundleLimits {
        if (maxArchiveBytes < 1 || maxBytes < 1 || maxFiles < 1 || maxDepth < 1 || maxDepth > 1000) {
            throw new IllegalArgumentException("limits of bundles: each at least 1, at most 1000 deep");
        }
    }
}
