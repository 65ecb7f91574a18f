package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A member of gzip (RFC 1952), in which something may stand. */
record Compressed() implements Sought {
    private static final int HEADER_BYTES = 10;
    private static final int WITH_EXTRA = 4;
    private static final int WITH_NAME = 8;
    private static final int WITH_COMMENT = 16;

    /** Its first bytes: the two of the format, the only method of compression, and flags that are in use. */
    static final List<byte[]> ANCHORS = Stream.of(0, WITH_NAME, WITH_EXTRA, WITH_COMMENT, WITH_NAME + WITH_COMMENT)
            .map(flags -> new byte[] {0x1f, (byte) 0x8b, 8, flags.byteValue()})
            .toList();

    /** How much of it is unpacked. */
    static final int MAX_BYTES = 256 * 1024;

    @Override
    public FindingKind kind() {
        return FindingKind.TOKEN;
    }

    @Override
    public String name() {
        return "gzip";
    }

    /** It is nothing that was looked for by itself. */
    @Override
    public boolean isAt(ScannedText text, int at) {
        return false;
    }

    /** Returns what the member that begins there unpacks to, as far as it can be unpacked. */
    static byte[] unpacked(ScannedText text, int at) {
        int data = afterHeader(text, at);
        var out = new byte[data < text.to() ? text.work().room(MAX_BYTES) : 0];
        if (out.length == 0) {
            return out;
        }
        try (var inflater = new Inflater(true)) {
            inflater.setInput(text.bytes(), data, text.to() - data);
            int length = filled(inflater, out);
            text.work().charge(length);
            return Arrays.copyOf(out, length);
        }
    }

    private static int filled(Inflater inflater, byte[] out) {
        int length = 0;
        try {
            int more = 1;
            while (more > 0 && length < out.length) {
                more = inflater.inflate(out, length, out.length - length);
                length += more;
            }
        } catch (DataFormatException damaged) {
            return length;
        }
        return length;
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
