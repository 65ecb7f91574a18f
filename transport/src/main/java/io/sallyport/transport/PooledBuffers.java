package io.sallyport.transport;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;

/**
 * The allocator of all channels. Netty's adaptive one, its default, keeps what each size of buffer once took: at a bound of
 * 128 MiB, 40 MiB in use at a time, of one size after the other, came to 154 MiB. This one gives back what is not in use but
 * for the caches of the event loops, and those are fitted to the bound.
 */
public final class PooledBuffers {
    private static final int PAGE_BYTES = 8 << 10;
    private static final int CHUNK_ORDER = 9; // chunks of 4 MiB
    private static final int MAX_CACHED = 256;

    /** One buffer of each size that is cached, together. */
    private static final int EACH_SIZE_BYTES = 256 << 10;

    private static final PooledByteBufAllocator ALL = create();

    private PooledBuffers() {}

    /** The one that is shared by all; safe for concurrent use. */
    public static PooledByteBufAllocator allocator() {
        return ALL;
    }

    /** The most direct memory that this process may have, bytes. */
    public static long directMemoryBytes() {
        return PlatformDependent.maxDirectMemory();
    }

    /** Direct memory that is reserved for buffers now, bytes. */
    public static long reservedBytes() {
        return ALL.metric().usedDirectMemory();
    }

    private static PooledByteBufAllocator create() {
        int loops = Runtime.getRuntime().availableProcessors();
        int cached = cached(directMemoryBytes(), loops);
        return new PooledByteBufAllocator(
                true,
                PooledByteBufAllocator.defaultNumHeapArena(),
                PooledByteBufAllocator.defaultNumDirectArena(), // fitted to the bound by Netty
                PAGE_BYTES,
                CHUNK_ORDER,
                cached,
                Math.max(1, cached / 4),
                false);
    }

    /** Buffers of each size that an event loop keeps: those of all loops take at most a sixteenth of the bound. */
    static int cached(long directMemoryBytes, int loops) {
        long each = directMemoryBytes / 16 / loops / EACH_SIZE_BYTES;
        return Math.clamp(each, 1, MAX_CACHED);
    }
}
