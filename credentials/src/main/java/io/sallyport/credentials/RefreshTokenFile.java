package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
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
    private static final FileAttribute<Set<PosixFilePermission>> MINE =
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

    /**
     * A refresh token and the consent that it goes back to.
     *
     * @param consent the SHA-256 of the first token
     */
    record Content(String consent, String token) {
        static Content of(String first, String token) {
            return new Content(digest(first), token);
        }

        boolean isOf(String first) {
            return consent.equals(digest(first));
        }

        Content replacedBy(String other) {
            return new Content(consent, other);
        }

        /** Without the token. */
        @Override
        public String toString() {
            return "Content";
        }
    }

    /** Becomes the only owner; null if there is another one, of this process or another. Closed by the caller. */
    @Nullable
    Owner own() throws IOException {
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
                return new Owner(place, channel);
            }
            channel.close();
        } catch (IOException e) {
            OWNED.remove(place);
            throw e;
        }
        OWNED.remove(place);
        return null;
    }

    /** The only one that reads and writes the file. Confined to one thread. */
    static final class Owner implements AutoCloseable {
        private final Path place;
        private final FileChannel lock;

        private Owner(Path place, FileChannel lock) {
            this.place = place;
            this.lock = lock;
        }

        /** Returns what is stored, or null if nothing is. */
        @Nullable
        Content read(TokenSeal seal) throws IOException {
            if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            if (!Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(place) > 2 * SecretValue.MAX_BYTES) {
                throw new UnusableException("it is no file of a refresh token");
            }
            byte[] open = seal.open(Files.readAllBytes(place));
            if (open == null) {
                throw new UnusableException("it does not open with this key, client and endpoint");
            }
            String[] lines = new String(open, StandardCharsets.UTF_8).split("\n", 2);
            Arrays.fill(open, (byte) 0);
            return new Content(lines[0], lines[1]);
        }

        /** Replaces what is stored; after this the new content survives a loss of power. */
        void write(Content content, TokenSeal seal) throws IOException {
            byte[] open = (content.consent() + "\n" + content.token()).getBytes(StandardCharsets.UTF_8);
            Path next = place.resolveSibling(place.getFileName() + ".new");
            Files.deleteIfExists(next);
            try (FileChannel file =
                    FileChannel.open(next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), MINE)) {
                ByteBuffer sealed = ByteBuffer.wrap(seal.seal(open));
                while (sealed.hasRemaining()) {
                    file.write(sealed);
                }
                file.force(true);
            } finally {
                Arrays.fill(open, (byte) 0);
            }
            Files.move(next, place, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(place.resolveSibling("."), StandardOpenOption.READ)) {
                folder.force(true);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                lock.close();
            } finally {
                OWNED.remove(place);
            }
        }
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }

    /** The path of the file. */
    @Override
    public String toString() {
        return folder.resolve(name + ".token").toString();
    }
}
