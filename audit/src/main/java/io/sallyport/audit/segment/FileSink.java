package io.sallyport.audit.segment;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An append-only file. Created with mode 0600; a symbolic link or anything else that is not a regular file is refused.
 * If the last line lacks its line feed, one is added, so that the next record starts on a line of its own.
 */
final class FileSink implements LineSink {
    private final Path file;
    private final FileChannel channel;
    private final @Nullable Object key;
    private final boolean tornLine;

    private FileSink(Path file, FileChannel channel, @Nullable Object key, boolean tornLine) {
        this.file = file;
        this.channel = channel;
        this.key = key;
        this.tornLine = tornLine;
    }

    static FileSink open(Path file) throws IOException {
        requireRegular(file);
        FileChannel channel = FileChannel.open(
                file,
                Set.of(WRITE, APPEND, CREATE, NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Object key = attributes(file).fileKey();
            return new FileSink(file, channel, key, endTornLine(file, channel));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void requireRegular(Path file) throws IOException {
        try {
            if (!attributes(file).isRegularFile()) {
                throw new IOException("the audit file is not a regular file");
            }
        } catch (NoSuchFileException _) {
            // about to be created
        }
    }

    private static boolean endTornLine(Path file, FileChannel channel) throws IOException {
        if (endsWithLineFeed(file)) {
            return false;
        }
        ByteBuffer end = ByteBuffer.wrap(new byte[] {'\n'});
        while (end.hasRemaining()) {
            channel.write(end);
        }
        return true;
    }

    private static boolean endsWithLineFeed(Path file) throws IOException {
        try (FileChannel reader = FileChannel.open(file, READ, NOFOLLOW_LINKS)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return reader.size() == 0 || (reader.read(last, reader.size() - 1) == 1 && last.get(0) == '\n');
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS);
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        channel.write(bytes);
    }

    @Override
    public void sync() throws IOException {
        channel.force(false);
    }

    @Override
    public boolean isInPlace() {
        try {
            return channel.isOpen() && Objects.equals(key, attributes(file).fileKey());
        } catch (IOException _) {
            return false; // opening it again reports the problem
        }
    }

    @Override
    public boolean foundTornLine() {
        return tornLine;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
