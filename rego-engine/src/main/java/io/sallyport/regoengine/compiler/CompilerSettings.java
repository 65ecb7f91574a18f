package io.sallyport.regoengine.compiler;

import java.time.Duration;

/**
 * The limits of a {@link RegoCompiler}, in addition to those of each request.
 *
 * @param queueLength requests that may wait
 * @param requesterShare requests of one requester that may wait or run
 * @param queueWait how long a request may wait for its turn
 * @param maxMemoryBytes the heap that the compiler may take
 * @param recycleBytes an instance larger than this is replaced after the request, because its memory never shrinks
 */
public record CompilerSettings(
        int queueLength, int requesterShare, Duration queueWait, long maxMemoryBytes, long recycleBytes) {
    private static final long MIB = 1024 * 1024;

    public CompilerSettings {
        if (queueLength < 1 || requesterShare < 1) {
            throw new IllegalArgumentException(
                    "queueLength, requesterShare: " + queueLength + ", " + requesterShare + " (expected: > 0)");
        }
    }

    /** Returns the defaults: 32 requests wait, 2 per requester, for a minute; memory depends on this process's heap. */
    public static CompilerSettings defaults() {
        return fittedTo(Runtime.getRuntime().maxMemory());
    }

    /**
     * Returns 256 MiB, or a quarter of a smaller heap: a sender of Rego must not fill the heap, and a memory that grows
     * exists twice for a moment. An instance is replaced beyond 128 MiB, or three quarters of the maximum.
     */
    static CompilerSettings fittedTo(long heapBytes) {
        long most = Math.min(256 * MIB, heapBytes / 4);
        return new CompilerSettings(32, 2, Duration.ofMinutes(1), most, Math.min(128 * MIB, most / 4 * 3));
    }

    public CompilerSettings withQueue(int length, int share) {
        return new CompilerSettings(length, share, queueWait, maxMemoryBytes, recycleBytes);
    }

    public CompilerSettings withMemory(long maxBytes, long recycleBytesNow) {
        return new CompilerSettings(queueLength, requesterShare, queueWait, maxBytes, recycleBytesNow);
    }
}
