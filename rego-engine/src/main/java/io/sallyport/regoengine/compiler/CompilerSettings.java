package io.sallyport.regoengine.compiler;

import java.time.Duration;

/**
 * The bounds of a {@link RegoCompiler} beside those of each request.
 *
 * @param queueLength requests that may wait
 * @param requesterShare requests that one requester may have waiting and running
 * @param queueWait how long a request may wait for its turn
 * @param maxMemoryBytes what the compiler may take of the heap
 * @param recycleBytes an instance that has grown beyond this is replaced after the request, for its memory never shrinks
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

    /** 32 may wait, 2 of one requester, for a minute; 256 MiB, replaced beyond 128 MiB. */
    public static CompilerSettings defaults() {
        return new CompilerSettings(32, 2, Duration.ofMinutes(1), 256 * MIB, 128 * MIB);
    }

    public CompilerSettings withQueue(int length, int share) {
        return new CompilerSettings(length, share, queueWait, maxMemoryBytes, recycleBytes);
    }

    public CompilerSettings withMemory(long maxBytes, long recycleBytesNow) {
        return new CompilerSettings(queueLength, requesterShare, queueWait, maxBytes, recycleBytesNow);
    }
}
