package io.sallyport.fetch.cache;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;

/**
 * A single file that was found to have its hash. Immutable; what lies on the disk may change later, so it is compared
 * as it is read.
 *
 * @param content where it lies
 * @param fetchTime when it was got
 */
public record CachedFile(Path content, Sha256 sha256, Instant fetchTime, long bytes) implements CachedContent {
    private static final int PIECE_BYTES = 64 << 10;

    /** Whether its bytes have its hash. May block. */
    boolean isWhole() throws IOException {
        MessageDigest digest = Sha256.newDigest();
        try (InputStream in = Files.newInputStream(content, NOFOLLOW_LINKS)) {
            for (byte[] next = in.readNBytes(PIECE_BYTES); next.length > 0; next = in.readNBytes(PIECE_BYTES)) {
                digest.update(next);
            }
        }
        return Sha256.of(digest).equals(sha256);
    }

    /** Its first bytes, at most so many, unverified. May block. */
    public byte[] start(int most) throws IOException {
        try (InputStream in = Files.newInputStream(content, NOFOLLOW_LINKS)) {
            return in.readNBytes(most);
        }
    }

    /**
     * Its first bytes, at most so many, after a look at all of them. May block.
     *
     * @throws IOException where it cannot be read, or is no longer what it was
     */
    public byte[] read(int most) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        try (InputStream in = Files.newInputStream(content, NOFOLLOW_LINKS)) {
            byte[] first = in.readNBytes(most);
            digest.update(first);
            for (byte[] next = in.readNBytes(PIECE_BYTES); next.length > 0; next = in.readNBytes(PIECE_BYTES)) {
                digest.update(next);
            }
            requireWhole(digest);
            return first;
        }
    }

    private void requireWhole(MessageDigest digest) throws IOException {
        if (!Sha256.of(digest).equals(sha256)) {
            throw new IOException("a kept file was changed while it was served");
        }
    }

    /**
     * Writes all of it; {@code out} stays open. The last piece is held back until the hash is known. May block.
     *
     * @throws IOException where it cannot be read, or is no longer what it was
     */
    public void writeTo(OutputStream out) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        try (InputStream in = Files.newInputStream(content, NOFOLLOW_LINKS)) {
            byte[] held = in.readNBytes(PIECE_BYTES);
            for (byte[] next = in.readNBytes(PIECE_BYTES); next.length > 0; next = in.readNBytes(PIECE_BYTES)) {
                digest.update(held);
                out.write(held);
                held = next;
            }
            digest.update(held);
            requireWhole(digest);
            out.write(held);
        }
    }
}
