package io.sallyport.audit.segment;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainEnd;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a closed segment. Immutable.
 *
 * @param number of the segment
 * @param previous the hash of the manifest before it, {@link Chain#BEGINNING} if there was none
 */
record SegmentManifest(long number, SegmentContent content, String previous) {
    private static final SignedForm FORM = SignedForm.of("segment")
            .numbers("segment", "lines", "bytes", "first_seq", "last_seq")
            .hashes("sha256", "begins_after", "last", "previous_manifest")
            .times("first_time", "last_time");

    SignedText signed(@Nullable SigningKey key) {
        return FORM.write(
                key,
                number,
                content.lines(),
                content.bytes(),
                content.firstSeq(),
                content.end().seq(),
                content.sha256(),
                content.begins(),
                content.end().hash(),
                previous,
                content.firstTime(),
                content.lastTime());
    }

    /** Returns null if {@code text} is no manifest. */
    static @Nullable SegmentManifest of(@Nullable SignedText text) {
        SignedForm.Values read = text == null ? null : FORM.read(text);
        if (read == null) {
            return null;
        }
        var content = new SegmentContent(
                read.number("lines"),
                read.number("bytes"),
                read.number("first_seq"),
                read.hash("sha256"),
                read.hash("begins_after"),
                new ChainEnd(read.hash("last"), read.number("last_seq")),
                read.time("first_time"),
                read.time("last_time"));
        return new SegmentManifest(read.number("segment"), content, read.hash("previous_manifest"));
    }

    /**
     * Reads the manifest of a segment. Returns null if it has none yet.
     *
     * @throws IOException if it cannot be read, or is not of the form
     */
    static @Nullable SegmentManifest of(ClosedSegment segment) throws IOException {
        try {
            SegmentManifest read = of(SignedText.read(segment.manifest()));
            if (read == null || read.number() != segment.number()) {
                throw new IOException(segment.manifest() + " is not the manifest of segment " + segment.number());
            }
            return read;
        } catch (NoSuchFileException _) {
            return null;
        }
    }
}
