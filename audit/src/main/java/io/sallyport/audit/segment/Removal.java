package io.sallyport.audit.segment;

import io.sallyport.audit.chain.ChainEnd;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What retention has removed from the beginning of a log. Immutable.
 *
 * @param lastSegment the number of the last segment removed; all before it are gone too
 * @param lines how many lines were removed
 * @param bytes of their uncompressed content
 * @param end the last line that was removed
 * @param lastManifest the hash of the last manifest removed
 * @param time when retention removed something last
 */
public record Removal(long lastSegment, long lines, long bytes, ChainEnd end, String lastManifest, Instant time) {
    private static final SignedForm FORM = SignedForm.of("removal")
            .numbers("last_segment", "lines", "bytes", "last_seq")
            .hashes("last", "last_manifest")
            .times("time");

    SignedText signed(@Nullable SigningKey key) {
        return FORM.write(key, lastSegment, lines, bytes, end.seq(), end.hash(), lastManifest, time);
    }

    /** Returns null if {@code text} says nothing of a removal. */
    static @Nullable Removal of(@Nullable SignedText text) {
        SignedForm.Values read = text == null ? null : FORM.read(text);
        return read == null
                ? null
                : new Removal(
                        read.number("last_segment"),
                        read.number("lines"),
                        read.number("bytes"),
                        new ChainEnd(read.hash("last"), read.number("last_seq")),
                        read.hash("last_manifest"),
                        read.time("time"));
    }

    /**
     * Reads what was removed of a log. Returns null if nothing was.
     *
     * @throws IOException if the file that says it cannot be read, or is not of the form
     */
    static @Nullable Removal of(SegmentFiles files) throws IOException {
        try {
            Removal read = of(SignedText.read(files.removal()));
            if (read == null) {
                throw new IOException(files.removal() + " does not have its form");
            }
            return read;
        } catch (NoSuchFileException _) {
            return null;
        }
    }
}
