package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file, read again as it changes. Links are followed, as Kubernetes swaps them in its mounts of secrets ({@code
 * ..data}). A file that its group or others may write is refused.
 *
 * @param path absolute
 */
public record SecretFile(Path path, SecretForm form) implements SecretSource {
    /** The number of times that a file is read if it is replaced meanwhile. */
    private static final int ATTEMPTS = 5;

    /** Creates a source; {@code path} must be absolute. */
    public static Parsed<SecretFile> of(String path, SecretForm form) {
        try {
            Path parsed = Path.of(path);
            return parsed.isAbsolute()
                    ? new Parsed.Accepted<>(new SecretFile(parsed, form))
                    : new Parsed.Rejected<>("the path of a file of secrets is absolute");
        } catch (InvalidPathException _) {
            return new Parsed.Rejected<>("not a path");
        }
    }

    @Override
    public RefreshTimes usualTimes() {
        return RefreshTimes.FILE;
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                Path real = path.toRealPath();
                Version before = Version.of(real);
                if (before.problem() != null) {
                    return new Unavailable(path + " " + before.problem(), false);
                }
                byte[] bytes = read(real, (int) before.size());
                if (before.equals(Version.of(real))) {
                    return form.read(bytes, path.toString());
                }
                Arrays.fill(bytes, (byte) 0);
            } catch (NoSuchFileException _) {
                // absent, or replaced between two steps: the next attempt tells
            } catch (IOException e) {
                return new Unavailable(path + " cannot be read: " + e.getClass().getSimpleName(), true);
            }
        }
        return new Unavailable(path + (Files.exists(path) ? " changes while it is read" : " does not exist"), true);
    }

    private static byte[] read(Path real, int size) throws IOException {
        try (SeekableByteChannel file =
                Files.newByteChannel(real, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = new byte[size];
            ByteBuffer read = ByteBuffer.wrap(bytes);
            while (read.hasRemaining() && file.read(read) >= 0) {
                // until the end of the file; one of another size is another version
            }
            return bytes;
        }
    }

    /** What tells one content of a file from the next, and what is wrong with the file. */
    private record Version(@Nullable String problem, Object file, FileTime modified, long size) {
        static Version of(Path real) throws IOException {
            PosixFileAttributes file = Files.readAttributes(real, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Object key = Objects.requireNonNullElse(file.fileKey(), real);
            return new Version(problem(file), key, file.lastModifiedTime(), file.size());
        }

        private static @Nullable String problem(PosixFileAttributes file) {
            if (!file.isRegularFile()) {
                return "is no regular file";
            }
            if (file.size() > SecretForm.MAX_BYTES) {
                return "has more than " + SecretForm.MAX_BYTES + " bytes";
            }
            Set<PosixFilePermission> permissions = file.permissions();
            return permissions.contains(PosixFilePermission.GROUP_WRITE)
                            || permissions.contains(PosixFilePermission.OTHERS_WRITE)
                    ? "may be written by its group or others"
                    : null;
        }
    }
}
