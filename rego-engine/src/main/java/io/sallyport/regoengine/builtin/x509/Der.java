package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks the structure of DER (X.690 section 10): nested values of definite length. Used before a library reads it,
 * because libraries recurse as deep as values nest. Confined to one call.
 */
final class Der {
    /** The maximum nesting of values. */
    private static final int MAX_DEPTH = 40;

    static final String STRUCTURE = "asn1: structure error";
    private static final int CONSTRUCTED = 0x20;
    private static final int LONG_TAG = 0x1f;
    private static final int LONG_LENGTH = 0x80;
    private static final int MAX_LENGTH_BYTES = 4;

    private final byte[] bytes;
    private int at;

    private Der(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the consecutive values in {@code bytes}, each checked. */
    static List<byte[]> split(byte[] bytes) {
        Der der = new Der(bytes);
        List<byte[]> values = new ArrayList<>();
        while (der.at < bytes.length) {
            int from = der.at;
            der.skip(bytes.length, 0);
            values.add(Arrays.copyOfRange(bytes, from, der.at));
        }
        return values;
    }

    /** Returns the only value in {@code bytes}, checked. */
    static byte[] only(byte[] bytes) {
        if (split(bytes).size() != 1) {
            throw malformed();
        }
        return bytes;
    }

    /**
     * Returns the result of {@code read}. If the content is not what the library's types expect, they throw exceptions
     * of casts or indexes; these become an error with {@code message}.
     */
    static <T extends @Nullable Object> T structure(Supplier<T> read, String message) {
        try {
            return read.get();
        } catch (IllegalArgumentException
                | IllegalStateException
                | ClassCastException
                | IndexOutOfBoundsException
                | NullPointerException
                | ArithmeticException e) {
            throw new BuiltinError(message);
        }
    }

    static BuiltinError malformed() {
        return new BuiltinError(STRUCTURE);
    }

    private void skip(int end, int depth) {
        int tag = next(end);
        if (depth > MAX_DEPTH || (tag & LONG_TAG) == LONG_TAG) {
            throw malformed();
        }
        int length = length(end);
        if (length > end - at) {
            throw malformed();
        }
        int inner = at + length;
        while ((tag & CONSTRUCTED) != 0 && at < inner) {
            skip(inner, depth + 1);
        }
        at = inner;
    }

    private int length(int end) {
        int first = next(end);
        if (first < LONG_LENGTH) {
            return first;
        }
        int count = first - LONG_LENGTH;
        if (count == 0 || count > MAX_LENGTH_BYTES) {
            throw malformed();
        }
        long length = 0;
        for (int i = 0; i < count; i++) {
            length = length << Byte.SIZE | next(end);
        }
        if (length > end - at) {
            throw malformed();
        }
        return (int) length;
    }

    private int next(int end) {
        if (at >= end) {
            throw malformed();
        }
        return bytes[at++] & 0xff;
    }
}
