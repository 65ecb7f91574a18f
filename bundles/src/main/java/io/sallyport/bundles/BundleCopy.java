package io.sallyport.bundles;

import io.sallyport.model.file.FileReplacement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last bundle that came into force, on disk: a line with its entity tag, then the archive as it came, which is
 * verified anew when it is read. The time of the file is when the service last confirmed it. Used by one thread at a
 * time.
 */
final class BundleCopy {
    private static final String FORM = "sallyport-bundle 1 ";

    /** The longest first line, in bytes. */
    private static final int MAX_LINE = 2048;

    private final Path file;

    BundleCopy(Path file) {
        this.file = file;
    }

    /**
     * A bundle from the disk.
     *
     * @param etag what named it to the service, or null
     * @param confirmed when the service last said that it is the current one
     */
    record Kept(BundleDownload.Bytes archive, @Nullable String etag, Instant confirmed) {
        /** Returns whether it is not older than {@code most}; one from the future is too old. */
        boolean isWithin(Duration most, Instant now) {
            return !confirmed.isAfter(now) && !confirmed.plus(most).isBefore(now);
        }
    }

    /**
     * Returns what is kept, or null.
     *
     * @param mostBytes of the archive
     * @throws IOException if it cannot be read, or is none
     */
    @Nullable
    Kept read(int mostBytes) throws IOException {
        try {
            if (Files.size(file) > (long) mostBytes + MAX_LINE) {
                throw new IOException("larger than " + mostBytes + " bytes");
            }
            byte[] bytes = Files.readAllBytes(file);
            int end = 0;
            while (end < Math.min(bytes.length, MAX_LINE) && bytes[end] != '\n') {
                end++;
            }
            String line = new String(bytes, 0, end, StandardCharsets.US_ASCII);
            if (!line.startsWith(FORM)) {
                throw new IOException("not of this form");
            }
            String etag = line.substring(FORM.length());
            return new Kept(
                    new BundleDownload.Bytes(Arrays.copyOfRange(bytes, Math.min(end + 1, bytes.length), bytes.length)),
                    etag.isEmpty() ? null : etag,
                    Files.getLastModifiedTime(file).toInstant());
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    /** Keeps a bundle in place of the last, whole or not at all. */
    void write(byte[] archive, @Nullable String etag, Instant now) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        var all = new ByteArrayOutputStream(archive.length + FORM.length());
        all.writeBytes((FORM + (etag == null ? "" : etag) + "\n").getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(archive);
        FileReplacement.replace(file, all.toByteArray());
        confirm(now);
    }

    /** The service says that the kept bundle is still the current one. */
    void confirm(Instant now) throws IOException {
        try {
            Files.setLastModifiedTime(file, FileTime.from(now));
        } catch (NoSuchFileException _) {
            // nothing is kept, so nothing grows old
        }
    }
}
