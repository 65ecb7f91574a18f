package io.sallyport.decision.body;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.sallyport.model.text.Parsed;
import java.util.Arrays;

/**
 * A body with the content coding zstd: one complete frame (RFC 8878) with nothing before or after it, without
 * dictionary, whose window is what RFC 9659 permits. Its magic number is not UTF-8, so that it is never text as well.
 */
final class ZstdContent {
    private static final byte[] MAGIC = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final int SINGLE_SEGMENT = 0x20;
    private static final int DICTIONARY = 0x03;
    private static final int LEAST_WINDOW_LOG = 10;
    private static final long MOST_WINDOW_BYTES = 8 << 20; // RFC 9659 section 3

    private ZstdContent() {}

    /** Returns the body without its coding, which is at most {@code most} bytes long. */
    static Parsed<byte[]> decode(byte[] body, int most) {
        if (body.length <= MAGIC.length + 1 || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return new Parsed.Rejected<>("not zstd");
        }
        int descriptor = body[MAGIC.length];
        if ((descriptor & DICTIONARY) != 0) {
            return new Parsed.Rejected<>("zstd with a dictionary");
        }
        if ((descriptor & SINGLE_SEGMENT) == 0 && window(body[MAGIC.length + 1] & 0xff) > MOST_WINDOW_BYTES) {
            return new Parsed.Rejected<>("zstd with a window of more than " + MOST_WINDOW_BYTES + " bytes");
        }
        try {
            return frame(body, (int) Math.min(most, MOST_WINDOW_BYTES));
        } catch (ZstdException malformed) {
            return malformed.getErrorCode() == Zstd.errDstSizeTooSmall() && said(body) < 0
                    ? ContentCoding.tooLarge(most)
                    : new Parsed.Rejected<>("compressed data that are malformed, or not complete");
        } catch (LinkageError _) { // the library could not unpack or load its native part
            return new Parsed.Rejected<>("zstd, which this gateway cannot open");
        }
    }

    /** RFC 8878 section 3.1.1.1.2. */
    private static long window(int described) {
        long base = 1L << (LEAST_WINDOW_LOG + (described >> 3));
        return base + (base >> 3) * (described & 7);
    }

    /** The size of the content that the head says, which the decoder checks; negative where it says none. */
    private static long said(byte[] body) {
        return Zstd.getFrameContentSize(body, 0, body.length);
    }

    /** In one call: the window is the result itself, so that nothing is held for it and the result is no longer. */
    private static Parsed<byte[]> frame(byte[] body, int most) {
        if (Zstd.findFrameCompressedSize(body, 0, body.length) < body.length) {
            return new Parsed.Rejected<>("bytes after the compressed data");
        }
        long says = said(body);
        if (says > most) {
            return ContentCoding.tooLarge(most);
        }
        byte[] content = new byte[says < 0 ? most : (int) says];
        long size = Zstd.decompressByteArray(content, 0, content.length, body, 0, body.length);
        return new Parsed.Accepted<>(size == content.length ? content : Arrays.copyOf(content, (int) size));
    }
}
