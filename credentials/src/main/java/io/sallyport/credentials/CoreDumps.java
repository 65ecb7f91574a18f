package io.sallyport.credentials;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Keeps memory out of core dumps, where the system can: madvise(2) on Linux. Safe for concurrent use. */
final class CoreDumps {
    /** From {@code asm-generic/mman-common.h}. */
    private static final int MADV_DONTDUMP = 16;

    private static final int MADV_DODUMP = 17;

    /** Null where the system has no such call. */
    private static final @Nullable MethodHandle MADVISE = madvise();

    /** The page size in bytes, a power of two. */
    static final int PAGE_BYTES = pageBytes();

    private CoreDumps() {}

    /** Excludes whole pages, and returns whether they are. */
    static boolean exclude(MemorySegment pages) {
        return advise(pages, MADV_DONTDUMP);
    }

    /** Includes whole pages again, before their memory is used for something else. */
    static void include(MemorySegment pages) {
        advise(pages, MADV_DODUMP);
    }

    private static boolean advise(MemorySegment pages, int advice) {
        if (MADVISE == null) {
            return false;
        }
        try {
            return (int) MADVISE.invokeExact(pages, pages.byteSize(), advice) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("madvise(2) cannot be called", e);
        }
    }

    @SuppressWarnings("restricted") // advice about pages that the caller owns
    private static @Nullable MethodHandle madvise() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return null; // the numbers are Linux's
        }
        Linker linker = Linker.nativeLinker();
        var form = FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
        return linker.defaultLookup()
                .find("madvise")
                .map(symbol -> linker.downcallHandle(symbol, form))
                .orElse(null);
    }

    @SuppressWarnings("restricted") // a call without arguments
    private static int pageBytes() {
        Linker linker = Linker.nativeLinker();
        var symbol = linker.defaultLookup().find("getpagesize");
        if (symbol.isEmpty()) {
            return 4096;
        }
        try {
            return (int) linker.downcallHandle(symbol.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT))
                    .invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("getpagesize(2) cannot be called", e);
        }
    }
}
