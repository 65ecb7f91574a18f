package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the latest refresh token of one consent is stored, sealed, beside a lock for its owner. Immutable.
 *
 * @param folder exists; its group and others may not write it
 */
public record RefreshTokenFile(Path folder, String name) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");
    static final FileAttribute<Set<PosixFilePermission>> MINE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** In this process: a file lock alone would end when another thread closes the same file. */
    private static final Set<Path> OWNED = ConcurrentHashMap.newKeySet();

    /** Creates a place; {@code folder} must be absolute. */
    public static Parsed<RefreshTokenFile> of(String folder, String name) {
        if (!NAME.matcher(name).matches()) {
            return new Parsed.Rejected<>("the name of a refresh token has letters, digits and _-, at most 63");
        }
        try {
            Path parsed = Path.of(folder);
            return parsed.isAbsolute()
                    ? new Parsed.Accepted<>(new RefreshTokenFile(parsed, name))
                    : new Parsed.Rejected<>("the folder of refresh tokens is absolute");
        } catch (InvalidPathException _) {
            return new Parsed.Rejected<>("not a path");
        }
    }

    /** What is wrong with the file or its folder; the message holds no secret. */
    static final class UnusableException extends IOException {
        private static final long serialVersionUID = 1L;

        UnusableException(String message) {
            super(message);
        }
    }

    /** Becomes the only owner; null if there is another one, of this process or another. Closed by the caller. */
    @Nullable
    RefreshTokenOwner own() throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new UnusableException("its folder may be written by its group or others");
        }
        Path place = folder.toRealPath().resolve(name + ".token");
        if (!OWNED.add(place)) {
            return null;
        }
        try {
            FileChannel channel = FileChannel.open(
                    place.resolveSibling(name + ".lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    MINE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new RefreshTokenOwner(place, channel, () -> OWNED.remove(place));
            }
            channel.close();
        } catch (IOException e) {
            OWNED.remove(place);
            throw e;
        }
        OWNED.remove(place);
        return null;
    }

    /** The path of the file. */
    @Override
    public String toString() {
        return folder.resolve(name + ".token").toString();
    }
}
