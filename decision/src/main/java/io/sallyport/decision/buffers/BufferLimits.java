package io.sallyport.decision.buffers;

/**
 * Bounds of the bytes that wait in the gateway for somebody to read them.
 *
 * @param bytes of all sandboxes together; the setting {@code limits.buffered_bytes}
 * @param bytesPerSandbox of one; the setting {@code limits.buffered_bytes_per_sandbox}
 */
public record BufferLimits(long bytes, long bytesPerSandbox) {
    /** Less would stop a single answer. */
    public static final long MIN_BYTES = 1 << 20;

    public static final long MOST_BYTES = 1L << 40;

    public BufferLimits {
        if (bytesPerSandbox < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "limits.buffered_bytes_per_sandbox: " + bytesPerSandbox + " (expected: at least 1 MiB)");
        }
        if (bytes < bytesPerSandbox) {
            throw new IllegalArgumentException(
                    "limits.buffered_bytes: " + bytes + " (expected: at least limits.buffered_bytes_per_sandbox)");
        }
    }

    /**
     * Fitted to the memory that buffers are made of: half of it may wait, and half of that may be one sandbox's. The
     * other half is for what is not counted: reads under way, parts of TLS records, and what the allocator keeps for
     * next time.
     */
    public static BufferLimits fittedTo(long directMemoryBytes) {
        long all = Math.max(2 * MIN_BYTES, directMemoryBytes / 2);
        return new BufferLimits(all, all / 2);
    }
}
