package io.sallyport.audit.segment;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainEnd;
import io.sallyport.audit.chain.ForwardLines;
import io.sallyport.audit.chain.SealedLine;
import io.sallyport.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What the lines of a segment are. Immutable.
 *
 * @param lines including those that a crash cut off
 * @param bytes of the uncompressed content
 * @param firstSeq the number of the first line; 0 if it has none
 * @param sha256 of the uncompressed content, lower-case hex
 * @param begins the previous hash in the first sealed line
 * @param end the last sealed line
 * @param firstTime of the first sealed line
 * @param lastTime of the last sealed line; earlier than the first if the clock was set back
 */
record SegmentContent(
        long lines,
        long bytes,
        long firstSeq,
        String sha256,
        String begins,
        ChainEnd end,
        Instant firstTime,
        Instant lastTime) {
    /** Reads a segment to its end. Verifies nothing. */
    static SegmentContent of(InputStream in) throws IOException {
        var digest = new DigestInputStream(in, Sha256.newDigest());
        var lines = new ForwardLines(digest, 0);
        SealedLine first = null;
        SealedLine last = null;
        long count = 0;
        for (ForwardLines.Next next = lines.next(); next == ForwardLines.Next.LINE; next = lines.next()) {
            count++;
            SealedLine sealed = SealedLine.of(lines.line());
            first = first == null ? sealed : first;
            last = sealed == null ? last : sealed;
        }
        digest.transferTo(OutputStream.nullOutputStream());
        String sha256 = HexFormat.of().formatHex(digest.getMessageDigest().digest());
        return of(count, lines.offset(), sha256, first, last);
    }

    private static SegmentContent of(
            long lines, long bytes, String sha256, @Nullable SealedLine first, @Nullable SealedLine last) {
        if (first == null || last == null) {
            return new SegmentContent(
                    lines, bytes, 0, sha256, Chain.BEGINNING, ChainEnd.NONE, Instant.EPOCH, Instant.EPOCH);
        }
        return new SegmentContent(
                lines,
                bytes,
                first.seq(),
                sha256,
                first.previousHash(),
                new ChainEnd(last.hash(), last.seq()),
                first.time(),
                last.time());
    }

    /** Returns the later of the two times. */
    Instant latest() {
        return firstTime.isAfter(lastTime) ? firstTime : lastTime;
    }
}
