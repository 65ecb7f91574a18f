package io.sallyport.findings;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A member of gzip (RFC 1952) in a text. */
final class GzipMember {
    private static final int HEADER_BYTES = 10;
    private static final int WITH_EXTRA = 4;
    private static final int WITH_NAME = 8;
    private static final int WITH_COMMENT = 16;

    /** Its first bytes: the two of the format, the only method of compression, and flags that are in use. */
    static final List<byte[]> ANCHORS = Stream.of(0, WITH_NAME, WITH_EXTRA, WITH_COMMENT, WITH_NAME + WITH_COMMENT)
            .map(flags -> new byte[] {0x1f, (byte) 0x8b, 8, flags.byteValue()})
            .toList();

    private static final int FIRST_BYTES = 16 * 1024;
    private static final int GROWTH = 4;

    private GzipMember() {}

    /** Returns what the member that begins there unpacks to, at most {@code most} bytes of it. */
    static UnpackedContent unpacked(ScannedText text, int at, int most) {
        int data = afterHeader(text, at);
        if (data >= text.to()) {
            return new UnpackedContent(new byte[0], true, text.to() - at);
        }
        try (var inflater = new Inflater(true)) {
            inflater.setInput(text.bytes(), data, text.to() - data);
            byte[] out = filled(inflater, most);
            boolean isWhole = out.length < most || inflater.finished();
            return new UnpackedContent(out, isWhole, data - at + (int) inflater.getBytesRead());
        }
    }

    /** What is damaged is as good as at its end: nobody else can read on either. */
    private static byte[] filled(Inflater inflater, int most) {
        var out = new byte[Math.min(most, FIRST_BYTES)];
        int length = 0;
        try {
            int more = out.length;
            while (more > 0) {
                out = length < out.length ? out : Arrays.copyOf(out, Math.min(most, GROWTH * length));
                more = inflater.inflate(out, length, out.length - length);
                length += more;
            }
        } catch (DataFormatException damaged) {
            return Arrays.copyOf(out, length);
        }
        return Arrays.copyOf(out, length);
    }

    private static int afterHeader(ScannedText text, int at) {
        if (at + HEADER_BYTES > text.to()) {
            return text.to();
        }
        int flags = text.bytes()[at + 3];
        int i = at + HEADER_BYTES;
        if ((flags & WITH_EXTRA) != 0 && i + 2 <= text.to()) {
            i += 2 + (text.bytes()[i] & 0xff) + 256 * (text.bytes()[i + 1] & 0xff);
        }
        i = (flags & WITH_NAME) != 0 ? afterZero(text, i) : i;
        i = (flags & WITH_COMMENT) != 0 ? afterZero(text, i) : i;
        return i;
    }

    private static int afterZero(ScannedText text, int at) {
        int i = at;
        while (i < text.to() && text.bytes()[i] != 0) {
            i++;
        }
        return i + 1;
    }
}
