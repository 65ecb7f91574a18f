package io.sallyport.apiservers;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that is set aside as {@code NAME.1} when it is full, in place of the one before. One that was there already is
 * set aside too. Confined to one thread.
 */
final class RotatingFile implements Closeable {
    private final Path file;
    private final long maxBytes;
    private FileChannel channel;
    private long written;

    private RotatingFile(Path file, long maxBytes, FileChannel channel) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.channel = channel;
    }

    /** Begins {@code file}, which only this process's user can read. */
    static RotatingFile open(Path file, long maxBytes) throws IOException {
        setAside(file);
        return new RotatingFile(file, maxBytes, create(file));
    }

    /** Appends all of {@code bytes}, to a new file where they would make this one too large. */
    void write(byte[] bytes) throws IOException {
        if (written > 0 && written + bytes.length > maxBytes) {
            channel.close();
            setAside(file);
            channel = create(file);
            written = 0;
        }
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            written += channel.write(left);
        }
    }

    private static void setAside(Path file) throws IOException {
        if (Files.exists(file, NOFOLLOW_LINKS)) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Never opens what is there, a link least of all. */
    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(CREATE_NEW, WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
