package io.sallyport.findings;

import java.util.Arrays;

/** Writing bytes with 16, 32 or 64 characters (RFC 4648), each of which stands for some bits. */
@SuppressWarnings("ImmutableEnumChecker") // an array that nobody sees
enum RadixEncoding {
    HEX("hex", 4, "0123456789abcdef", "ABCDEF", 10),
    BASE32("base32", 5, "abcdefghijklmnopqrstuvwxyz234567", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0),
    /** Both alphabets of sections 4 and 5. */
    BASE64("base64", 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "-_", 62);

    private final String word;
    private final int bits;
    private final byte[] values = new byte[256];

    RadixEncoding(String word, int bits, String digits, String others, int othersFrom) {
        this.word = word;
        this.bits = bits;
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < digits.length(); i++) {
            values[digits.charAt(i)] = (byte) i;
        }
        for (int i = 0; i < others.length(); i++) {
            values[others.charAt(i)] = (byte) (othersFrom + i);
        }
    }

    String word() {
        return word;
    }

    /** Returns the bits of one character. */
    int bits() {
        return bits;
    }

    /** Returns how many bytes make whole characters. */
    int groupBytes() {
        return bits == 4 ? 1 : bits == 5 ? 5 : 3;
    }

    /** Returns how many characters these are. */
    int groupDigits() {
        return groupBytes() * 8 / bits;
    }

    /** Returns the bits of the character, or -1 if it is none of the alphabet. */
    int value(byte digit) {
        return values[digit & 0xff];
    }

    /** Returns how many characters of a group stand before those that bytes after {@code lead} bytes decide alone. */
    int digitsBefore(int lead) {
        return Math.ceilDiv(8 * lead, bits);
    }
}
