package io.sallyport.decision.body;

import io.sallyport.model.text.Parsed;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Removes the content coding of a body (RFC 9110 section 8.4.1): one of gzip, x-gzip, deflate, br and zstd, or none.
 * The coded bytes are one complete stream with the right checksum, if it has one, and nothing after it.
 */
final class ContentCoding {
    private static final int RATIO = 100;
    private static final int BYTES_BEFORE_RATIO = 64 << 10;

    private static final int GZIP_HEAD = 10; // bytes, RFC 1952 section 2.3
    private static final int GZIP_TAIL = 8;
    private static final int FILE_NAME = 8;
    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b, 8};

    private ContentCoding() {}

    /** Returns whether a body with these values of Content-Encoding has no coding. */
    static boolean isNone(List<String> encodings) {
        return encodings.isEmpty()
                || (encodings.size() == 1 && encodings.getFirst().equalsIgnoreCase("identity"));
    }

    /**
     * Returns the body without its coding.
     *
     * @param encodings the values of Content-Encoding
     * @param maxBytes of the result
     */
    static Parsed<byte[]> decode(byte[] body, List<String> encodings, int maxBytes) {
        if (isNone(encodings)) {
            return body.length > maxBytes ? tooLarge(maxBytes) : new Parsed.Accepted<>(body);
        }
        if (encodings.size() > 1) {
            return new Parsed.Rejected<>("more than one Content-Encoding");
        }
        return switch (encodings.getFirst().toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" -> gunzip(body, maxBytes);
            case "deflate" -> inflate(body, 0, 0, maxBytes);
            case "br" -> BrotliContent.decode(body, most(body, maxBytes));
            case "zstd" -> ZstdContent.decode(body, most(body, maxBytes));
            default -> new Parsed.Rejected<>("a Content-Encoding other than gzip, deflate, br and zstd");
        };
    }

    private static Parsed<byte[]> gunzip(byte[] body, int maxBytes) {
        int from = afterHead(body);
        if (from < 0 || body.length - from < GZIP_TAIL) {
            return new Parsed.Rejected<>("not gzip");
        }
        return switch (inflate(body, from, GZIP_TAIL, maxBytes)) {
            case Parsed.Accepted<byte[]>(byte[] content)
            when !hasTail(body, content) -> new Parsed.Rejected<>("gzip with a wrong checksum or length");
            case Parsed<byte[]> read -> read;
        };
    }

    /** Returns where the compressed data begin, or -1; of the optional fields, a file name alone may be there. */
    private static int afterHead(byte[] body) {
        for (int i = 0; i < GZIP_HEAD; i++) {
            if (i >= body.length || (i < GZIP_MAGIC.length && body[i] != GZIP_MAGIC[i])) {
                return -1;
            }
        }
        int flags = body[GZIP_MAGIC.length];
        if (flags == 0) {
            return GZIP_HEAD;
        }
        int at = GZIP_HEAD;
        while (at < body.length && body[at] != 0) {
            at++;
        }
        return flags == FILE_NAME && at < body.length ? at + 1 : -1;
    }

    private static boolean hasTail(byte[] body, byte[] content) {
        CRC32 sum = new CRC32();
        sum.update(content);
        int tail = body.length - GZIP_TAIL;
        return littleEndian(body, tail) == (int) sum.getValue() && littleEndian(body, tail + 4) == content.length;
    }

    private static int littleEndian(byte[] bytes, int at) {
        int value = 0;
        for (int i = 3; i >= 0; i--) {
            value = value << 8 | (bytes[at + i] & 0xff);
        }
        return value;
    }

    /** Inflates the bytes between {@code from} and the last {@code tail}; without zlib's frame, if there is a tail. */
    private static Parsed<byte[]> inflate(byte[] body, int from, int tail, int maxBytes) {
        int most = most(body, maxBytes);
        try (Inflater inflater = new Inflater(tail > 0)) {
            inflater.setInput(body, from, body.length - from - tail);
            var content = new ByteArrayOutputStream();
            byte[] chunk = new byte[8 << 10];
            while (content.size() <= most) {
                int count = inflater.inflate(chunk);
                content.write(chunk, 0, count);
                if (inflater.finished()) {
                    return whole(inflater, content, most);
                }
                if (count == 0) {
                    return new Parsed.Rejected<>("compressed data that are not complete");
                }
            }
            return tooLarge(most);
        } catch (DataFormatException _) {
            return new Parsed.Rejected<>("compressed data that are malformed");
        }
    }

    private static Parsed<byte[]> whole(Inflater inflater, ByteArrayOutputStream content, int most) {
        if (inflater.getRemaining() > 0) {
            return new Parsed.Rejected<>("bytes after the compressed data");
        }
        return content.size() > most ? tooLarge(most) : new Parsed.Accepted<>(content.toByteArray());
    }

    private static int most(byte[] body, int maxBytes) {
        return (int) Math.min(maxBytes, Math.max(BYTES_BEFORE_RATIO, (long) RATIO * body.length));
    }

    static Parsed<byte[]> tooLarge(int maxBytes) {
        return new Parsed.Rejected<>("more than " + maxBytes + " bytes");
    }
}
