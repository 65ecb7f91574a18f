package io.sallyport.proxy.intercept;

import java.nio.charset.Charset;

/**
 * Reads numbers and vectors in TLS' presentation language (RFC 8446 section 3). Past the end it yields zeros and empty
 * vectors and remembers that it has failed, so that one question at the end is enough.
 */
final class VectorReader {
    private final byte[] bytes;
    private final int to;
    private final int from;
    private int at;
    private boolean failed;

    VectorReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.at = from;
        this.to = to;
    }

    boolean hasFailed() {
        return failed;
    }

    boolean isAtEnd() {
        return at == to;
    }

    /** Of all that it reads, what was read included. */
    int length() {
        return to - from;
    }

    String text(Charset charset) {
        return new String(bytes, from, to - from, charset);
    }

    void skip(int count) {
        if (count > to - at) {
            failed = true;
            at = to;
        } else {
            at += count;
        }
    }

    int number8() {
        int before = at;
        skip(1);
        return failed ? 0 : bytes[before] & 0xff;
    }

    int number16() {
        return number8() << 8 | number8();
    }

    /** A vector with a length of one byte. */
    VectorReader vector8() {
        return vector(number8());
    }

    /** A vector with a length of two bytes. */
    VectorReader vector16() {
        return vector(number16());
    }

    private VectorReader vector(int length) {
        int before = at;
        skip(length);
        return failed ? new VectorReader(bytes, to, to) : new VectorReader(bytes, before, before + length);
    }
}
