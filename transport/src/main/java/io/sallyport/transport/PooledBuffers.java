package io.sallyport.transport;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;

/**
 * The allocator of all channels. Netty's default, the adaptive allocator, keeps the memory that each size of buffer
 * once took: with a limit of 128 MiB and 40 MiB in use at a time, of one size after the other, it reached 154 MiB. This
 * one frees unused memory except for the caches of the event loops, which are sized to the limit.
 */
public final class PooledBuffers {
    private static final int PAGE_BYTES = 8 << 10;
    private static final int CHUNK_ORDER = 9; // chunks of 4 MiB
    private static final int MAX_CACHED = 256;

    /** The size of one buffer of each cached size, together. */
    private static final int EACH_SIZE_BYTES = 256 << 10;

    private static final PooledByteBufAllocator ALL = create();

    private PooledBuffers() {}

    /** Returns the shared allocator; safe for concurrent use. */
    public static PooledByteBufAllocator allocator() {
        return ALL;
    }

    /** Returns the maximum of direct memory for this process, in bytes. */
    public static long directMemoryBytes() {
        return PlatformDependent.maxDirectMemory();
    }

    /** Returns the direct memory now reserved for buffers, in bytes. */
    public static long reservedBytes() {
        return ALL.metric().usedDirectMemory();
    }

    private static PooledByteBufAllocator create() {
        int loops = Runtime.getRuntime().availableProcessors();
        int cached = cached(directMemoryBytes(), loops);
        return new PooledByteBufAllocator(
                true,
                PooledByteBufAllocator.defaultNumHeapArena(),
                PooledByteBufAllocator.defaultNumDirectArena(), // Netty fits it to the limit
                PAGE_BYTES,
                CHUNK_ORDER,
                cached,
                Math.max(1, cached / 4),
                false);
    }

    /**
     * Returns how many buffers of each size an event loop caches: those of all loops take at most a sixteenth of the
     * limit.
     */
    static int cached(long directMemoryBytes, int loops) {
        long each = directMemoryBytes / 16 / loops / EACH_SIZE_BYTES;
        return Math.clamp(each, 1, MAX_CACHED);
    }
}
