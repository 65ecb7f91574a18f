package io.sallyport.proxy.listener;

import java.util.Arrays;

/** What follows the last chunk: field lines and an empty line (RFC 9112 section 7.1.2), at most 8 KiB of them. */
final class TrailerPart {
    enum Progress {
        MORE,
        ENDED,
        BROKEN
    }

    private static final int MAX_BYTES = 8_192;
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int length;
    private int lineStart;
    private HeaderFields fields = HeaderFields.NONE;

    Progress add(byte b) {
        if (length == MAX_BYTES) {
            return Progress.BROKEN;
        }
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(64, length * 2));
        }
        bytes[length++] = b;
        return b == '\n' ? lineEnd() : Progress.MORE;
    }

    private Progress lineEnd() {
        int lineLength = length - 2 - lineStart;
        if (lineLength < 0 || bytes[length - 2] != '\r') {
            return Progress.BROKEN;
        }
        lineStart = length;
        return lineLength > 0 ? Progress.MORE : parse();
    }

    private Progress parse() {
        HeaderFields parsed = FieldParser.parse(bytes, 0, length);
        bytes = NOTHING;
        if (parsed == null) {
            return Progress.BROKEN;
        }
        fields = parsed;
        return Progress.ENDED;
    }

    HeaderFields fields() {
        return fields;
    }
}
