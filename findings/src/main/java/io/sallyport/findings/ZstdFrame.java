package io.sallyport.findings;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A frame of Zstandard (RFC 8878) in a text. */
final class ZstdFrame {
    static final List<byte[]> ANCHORS = List.of(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});

    private static final int MAGIC_BYTES = 4;
    private static final int DICTIONARY = 0x03;
    /** The most that a decoder is to hold of what it has read, as a power of two (RFC 9659, section 3). */
    private static final int MOST_WINDOW_LOG = 23;

    private static final int CHUNK_BYTES = 16 * 1024;

    private ZstdFrame() {}

    /**
     * Returns what the frame that begins there unpacks to, at most {@code most} bytes of it. One with a dictionary or a
     * larger window is not opened, and of a damaged one some may be missing; a target may read either.
     */
    static UnpackedContent unpacked(ScannedText text, int at, int most) {
        int rest = text.to() - at;
        if (rest <= MAGIC_BYTES) {
            return new UnpackedContent(new byte[0], true, rest);
        }
        if ((text.bytes()[at + MAGIC_BYTES] & DICTIONARY) != 0) {
            return new UnpackedContent(new byte[0], false, MAGIC_BYTES);
        }
        var out = new ByteArrayOutputStream();
        try {
            int size = size(text.bytes(), at, rest);
            boolean isWhole = unpack(new ByteArrayInputStream(text.bytes(), at, size), out, most);
            return new UnpackedContent(out.toByteArray(), isWhole, size);
        } catch (IOException _) { // damaged, or a window of more
            return new UnpackedContent(out.toByteArray(), false, rest);
        } catch (LinkageError _) { // the library could not unpack or load its native part
            return new UnpackedContent(new byte[0], false, 0);
        }
    }

    /** Where the frame ends, so that nothing after it is read; all the text where it does not say so. */
    private static int size(byte[] bytes, int at, int rest) {
        try {
            long size = Zstd.findFrameCompressedSize(bytes, at, rest);
            return size > 0 && size <= rest ? (int) size : rest;
        } catch (ZstdException _) {
            return rest;
        }
    }

    private static boolean unpack(InputStream in, ByteArrayOutputStream out, int most) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (var frame = new ZstdInputStreamNoFinalizer(in)) {
            frame.setLongMax(MOST_WINDOW_LOG).setContinuous(true); // a cut one is read as far as it goes
            int read = 0;
            while (read >= 0 && out.size() < most) {
                read = frame.read(chunk, 0, Math.min(chunk.length, most - out.size()));
                out.write(chunk, 0, Math.max(0, read));
            }
            return read < 0 || frame.read(chunk, 0, 1) < 0;
        }
    }
}
