package io.sallyport.decision.body;

import io.sallyport.model.text.Parsed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.brotli.dec.BrotliInputStream;

/**
 * A body with the content coding br: one complete stream (RFC 7932) with nothing after it. Unlike gzip it begins with
 * no magic number, so that its bytes could be JSON to a server that ignores codings; where they may be, it is refused.
 */
final class BrotliContent {
    private static final int CHUNK_BYTES = 8 << 10;

    private static final Parsed.Rejected<byte[]> GOES_ON = new Parsed.Rejected<>("bytes after the compressed data");
    private static final String DECODER_GOES_ON = "Unused bytes after end"; // the word of the decoder

    private BrotliContent() {}

    /** Returns the body without its coding, which is at most {@code most} bytes long. */
    static Parsed<byte[]> decode(byte[] body, int most) {
        if (mayBeText(body)) {
            return new Parsed.Rejected<>("compressed data that could be text");
        }
        Parsed<byte[]> read = read(body, body.length, most);
        return read instanceof Parsed.Accepted && !endsWithItsLastByte(body, most) ? GOES_ON : read;
    }

    /** Neither JSON nor a form has bytes that are not UTF-8, or control characters that are no white space. */
    private static boolean mayBeText(byte[] body) {
        for (byte value : body) {
            if (value >= 0 && value < ' ' && value != '\t' && value != '\n' && value != '\r') {
                return false;
            }
        }
        return Utf8.decode(body) instanceof Parsed.Accepted;
    }

    /** The decoder reads in blocks, and looks at what is after the end only if that is in a block that is not full. */
    private static boolean endsWithItsLastByte(byte[] body, int most) {
        return read(body, body.length - 1, most) instanceof Parsed.Rejected<byte[]> cut && !cut.equals(GOES_ON);
    }

    private static Parsed<byte[]> read(byte[] body, int length, int most) {
        var content = new ByteArrayOutputStream();
        try (InputStream in = new BrotliInputStream(new ByteArrayInputStream(body, 0, length))) {
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                content.write(chunk, 0, count);
                if (content.size() > most) {
                    return ContentCoding.tooLarge(most);
                }
            }
            return new Parsed.Accepted<>(content.toByteArray());
        } catch (IOException malformed) {
            Throwable cause = malformed.getCause();
            if (cause != null && DECODER_GOES_ON.equals(cause.getMessage())) {
                return GOES_ON;
            }
            return new Parsed.Rejected<>("compressed data that are malformed, or not complete");
        }
    }
}
