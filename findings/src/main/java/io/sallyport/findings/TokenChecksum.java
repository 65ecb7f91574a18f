package io.sallyport.findings;

import java.util.zip.CRC32;

/** The checksum that the last characters of a token are. */
enum TokenChecksum {
    NONE,
    /** The last six of the characters are the CRC-32 of those before them, in base 62, filled up with zeros. */
    CRC32_BASE62;

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LENGTH = 6;

    boolean holds(byte[] bytes, int at, int length) {
        return switch (this) {
            case NONE -> true;
            case CRC32_BASE62 -> said(bytes, at + length - LENGTH) == of(bytes, at, length - LENGTH);
        };
    }

    private static long of(byte[] bytes, int at, int length) {
        var crc = new CRC32();
        crc.update(bytes, at, length);
        return crc.getValue();
    }

    private static long said(byte[] bytes, int at) {
        long value = 0;
        for (int i = at; i < at + LENGTH; i++) {
            value = value * DIGITS.length() + DIGITS.indexOf(bytes[i]);
        }
        return value;
    }
}
