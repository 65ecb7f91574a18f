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

    /** 32 may wait, 2 of one requester, for a minute; the memory is fitted to this process's heap. */
    public static CompilerSettings defaults() {
        return fittedTo(Runtime.getRuntime().maxMemory());
    }

    /**
     * 256 MiB, or a quarter of a smaller heap: whoever sends Rego must not fill the heap, and a memory that grows is there
     * twice for a moment. An instance is replaced beyond 128 MiB, or three quarters.
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
