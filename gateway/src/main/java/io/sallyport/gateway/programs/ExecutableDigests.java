package io.sallyport.gateway.programs;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The digests of executables, each read once as long as its file stays as it is. Confined to one thread. */
final class ExecutableDigests {
    /** Of one executable. */
    private static final long MAX_BYTES = 1L << 30;

    /** That are remembered. */
    private static final int MAX_REMEMBERED = 256;

    private static final String VERSION = "unix:dev,ino,size,lastModifiedTime,ctime";
    private static final int PIECE_BYTES = 1 << 16;

    private final Map<Version, Sha256> remembered = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Version, Sha256> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    /** One content of one file: whoever writes to it changes {@code ctime}, which no program can set. */
    private record Version(Map<String, Object> attributes) {}

    /**
     * Returns the digest of what {@code file} leads to; empty if that changes meanwhile.
     *
     * @throws IOException if it cannot be read, or is too large
     */
    Optional<Sha256> of(Path file) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(file, VERSION);
        var version = new Version(attributes);
        Sha256 known = remembered.get(version);
        if (known != null) {
            return Optional.of(known);
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("an executable of more than " + MAX_BYTES + " bytes");
        }
        Sha256 read = read(file);
        if (!new Version(Files.readAttributes(file, VERSION)).equals(version)) {
            return Optional.empty();
        }
        remembered.put(version, read);
        return Optional.of(read);
    }

    private static Sha256 read(Path file) throws IOException {
        MessageDigest sha256 = Sha256.newDigest();
        byte[] piece = new byte[PIECE_BYTES];
        try (InputStream content = Files.newInputStream(file)) {
            for (int n = content.read(piece); n >= 0; n = content.read(piece)) {
                sha256.update(piece, 0, n);
            }
        }
        return Sha256.of(sha256);
    }
}
