package io.sallyport.decision.body;

import io.sallyport.model.text.Ascii;
import io.sallyport.model.text.Parsed;
import java.util.Arrays;

/** Reads pkt-lines (git's {@code protocol-common}) from the beginning of a body. Confined to one thread. */
final class PktLines {
    private static final int LENGTH_DIGITS = 4;
    private static final int MAX_LENGTH = 65_520; // bytes with the digits
    private static final int HEX_BITS = 4;

    private final byte[] bytes;
    private int at;

    PktLines(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns how many bytes have been read. */
    int position() {
        return at;
    }

    PktLine next() {
        if (bytes.length - at < LENGTH_DIGITS) {
            return new PktLine.Partial();
        }
        int length = length();
        if (length == 0) {
            at += LENGTH_DIGITS;
            return new PktLine.Flush();
        }
        if (length <= LENGTH_DIGITS || length > MAX_LENGTH) {
            return new PktLine.Malformed();
        }
        if (bytes.length - at < length) {
            return new PktLine.Partial();
        }
        byte[] data = Arrays.copyOfRange(bytes, at + LENGTH_DIGITS, at + length);
        at += length;
        return switch (Utf8.decode(data)) {
            case Parsed.Accepted<String>(String text) ->
                new PktLine.Data(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
            case Parsed.Rejected<String> _ -> new PktLine.Malformed();
        };
    }

    /** Returns the length at the current position, or -1 if there is none. */
    private int length() {
        int length = 0;
        for (int i = at; i < at + LENGTH_DIGITS; i++) {
            int digit = Ascii.hex(bytes[i] & 0xff);
            if (digit < 0) {
                return -1;
            }
            length = length << HEX_BITS | digit;
        }
        return length;
    }
}
