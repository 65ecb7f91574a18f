package io.sallyport.credentials;

import io.sallyport.credentials.key.TokenSeal;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The only one that reads and writes the file of a refresh token. Confined to one thread. */
final class RefreshTokenOwner implements AutoCloseable {
    private final Path place;
    private final FileChannel lock;
    private final Runnable end;

    RefreshTokenOwner(Path place, FileChannel lock, Runnable end) {
        this.place = place;
        this.lock = lock;
        this.end = end;
    }

    /** Returns what is stored, or null if nothing is. */
    @Nullable
    StoredRefreshToken read(TokenSeal seal) throws IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (!Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS) || Files.size(place) > 2 * SecretForm.MAX_BYTES) {
            throw new RefreshTokenFile.UnusableException("it is no file of a refresh token");
        }
        byte[] open = seal.open(Files.readAllBytes(place));
        if (open == null) {
            throw new RefreshTokenFile.UnusableException("it does not open with this key, client and endpoint");
        }
        String[] lines = new String(open, StandardCharsets.UTF_8).split("\n", 2);
        Arrays.fill(open, (byte) 0);
        return new StoredRefreshToken(lines[0], lines[1]);
    }

    /**
     * Replaces what is stored; after this the new content survives a loss of power. An interrupt does not keep a token
     * from being stored, so nothing here is a channel until it is in place.
     */
    void write(StoredRefreshToken content, TokenSeal seal) throws IOException {
        byte[] open = (content.consent() + "\n" + content.token()).getBytes(StandardCharsets.UTF_8);
        Path next = place.resolveSibling(place.getFileName() + ".new");
        Files.deleteIfExists(next);
        Files.createFile(next, RefreshTokenFile.MINE);
        try (var file = new FileOutputStream(next.toFile())) {
            file.write(seal.seal(open));
            file.getFD().sync();
        } finally {
            Arrays.fill(open, (byte) 0);
        }
        Files.move(next, place, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(place.resolveSibling("."), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (ClosedByInterruptException _) {
            // the token is in place, if not yet durably so; the thread ends, and its flag is still set
        }
    }

    @Override
    public void close() throws IOException {
        try {
            lock.close();
        } finally {
            end.run();
        }
    }
}
