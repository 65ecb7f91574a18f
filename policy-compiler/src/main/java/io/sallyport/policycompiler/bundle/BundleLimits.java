package io.sallyport.policycompiler.bundle;

/**
 * The limits of a bundle.
 *
 * @param maxArchiveBytes of the compressed archive
 * @param maxBytes of the uncompressed archive, including headers and padding
 * @param maxFiles regular files
 * @param maxDepth nesting of arrays and objects in a data document
 */
public record BundleLimits(int maxArchiveBytes, int maxBytes, int maxFiles, int maxDepth) {
    /** 32 MiB compressed, 128 MiB uncompressed, 10,000 files, 256 levels. */
    public static final BundleLimits DEFAULTS = new BundleLimits(32 << 20, 128 << 20, 10_000, 256);

    public BundleLimits {
        if (maxArchiveBytes < 1 || maxBytes < 1 || maxFiles < 1 || maxDepth < 1 || maxDepth > 1000) {
            throw new IllegalArgumentException("limits of bundles: each at least 1, at most 1000 deep");
        }
    }
}
