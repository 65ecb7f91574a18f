package io.sallyport.apiservers.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A place in the file system that is held by openat(2) with O_PATH: whatever happens to its name meanwhile, {@link
 * #path} is this file and no other. A step opens nothing but the place: no link is followed, a pipe is not waited for,
 * a device hears nothing of it. Java has no such call, and makes no directories relative to one. Linux alone, with
 * /proc. Safe for concurrent use until it is closed by whoever opened it.
 */
final class OpenFile implements AutoCloseable {
    private static final int WORKING_DIRECTORY = -100; // AT_FDCWD
    private static final int PLACE = 0x20_0000 | 0x8_0000; // O_PATH, O_CLOEXEC
    private static final int NO_LINK = noLink();

    private static final MethodHandle OPENAT = call(
            "openat",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(3));
    private static final MethodHandle CLOSE =
            call("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private static final String HELD = "/proc/self/fd";

    private final int descriptor;

    private OpenFile(int descriptor) {
        this.descriptor = descriptor;
    }

    /** A directory of our own side, at {@code path}: links on the way are followed. */
    static OpenFile directory(Path path) throws IOException {
        var open = new OpenFile(
                opened(WORKING_DIRECTORY, path, path.toAbsolutePath().toString(), PLACE));
        if (!open.attributes().isDirectory()) {
            open.close();
            throw new FileSystemException(path.toString(), null, "is no directory");
        }
        return open;
    }

    /** What bears {@code name}, one segment, in this directory: a link itself, and not what it leads to. */
    OpenFile step(String name) throws IOException {
        return new OpenFile(opened(descriptor, path().resolve(name), name, PLACE | NO_LINK));
    }

    private static int opened(int at, Path shown, String name, int flags) throws IOException {
        int descriptor;
        try (Arena arena = Arena.ofConfined()) {
            descriptor = openat(at, arena.allocateFrom(name), flags);
        }
        if (descriptor < 0) {
            Files.readAttributes(shown, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS); // says what is wrong
            throw new FileSystemException(name, null, "cannot be opened");
        }
        return descriptor;
    }

    private static int openat(int at, MemorySegment name, int flags) {
        try {
            return (int) OPENAT.invokeExact(at, name, flags);
        } catch (Throwable e) {
            throw new IllegalStateException("openat(2) cannot be called", e);
        }
    }

    /**
     * This file, for methods that take a path. It may be read and written by it where it is a regular file or a
     * directory.
     */
    Path path() {
        return Path.of(HELD, Integer.toString(descriptor));
    }

    /** Whether {@code path} is one that {@link #path} gave, or below it. */
    static boolean isHeld(String path) {
        return path.startsWith(HELD);
    }

    /** Where {@code name} is in this directory, for methods that do not follow it. */
    Path path(String name) {
        return path().resolve(name);
    }

    /** Of this file: of a link, its own. */
    BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path(), BasicFileAttributes.class);
    }

    @Override
    public void close() {
        try {
            var _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable e) {
            throw new IllegalStateException("close(2) cannot be called", e);
        }
    }

    /** O_NOFOLLOW, the one number that machines do not share. */
    private static int noLink() {
        return System.getProperty("os.arch", "").equals("aarch64") ? 0x8000 : 0x2_0000;
    }

    @SuppressWarnings("restricted") // calls of numbers and of a text that is only read
    private static MethodHandle call(String name, FunctionDescriptor form, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), form, options);
    }
}
