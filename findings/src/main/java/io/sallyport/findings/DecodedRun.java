package io.sallyport.findings;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Characters of an encoding around a place, decoded; line breaks between them are passed over. */
final class DecodedRun {
    /** How much is decoded: longer than any form, and than most values. */
    static final int MAX_BYTES = 8 * 1024;

    /** Groups before the place, of which an inner encoding may need some. */
    private static final int GROUPS_BEFORE = 8;

    /** What a run costs beside its characters, of work. */
    private static final int COST = 64;

    private final byte[] bytes;
    private final int at;

    private DecodedRun(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns where the bytes begin that were meant. */
    int at() {
        return at;
    }

    /**
     * Returns what the run of characters around {@code digit} says.
     *
     * @param digit the place of the first character that the meant bytes decide alone
     * @param maxBytes after them
     * @return null if the group of that character does not begin in the text
     */
    static @Nullable DecodedRun around(ScannedText text, int digit, EncodingStep step, int maxBytes) {
        RadixEncoding encoding = step.encoding();
        int before = digitsBefore(text, digit, encoding);
        text.work().charge(COST + before);
        int needed = encoding.digitsBefore(step.lead());
        if (before < needed) {
            return null;
        }
        int groups = Math.min(GROUPS_BEFORE, (before - needed) / encoding.groupDigits());
        int start = digit - needed - groups * encoding.groupDigits();
        int at = groups * encoding.groupBytes() + step.lead();
        byte[] bytes = decode(text, start, encoding, at + maxBytes);
        return at < bytes.length ? new DecodedRun(bytes, at) : null;
    }

    private static int digitsBefore(ScannedText text, int digit, RadixEncoding encoding) {
        int max = (GROUPS_BEFORE + 2) * encoding.groupDigits();
        int count = 0;
        while (count < max && digit - count > text.from() && encoding.value(text.bytes()[digit - count - 1]) >= 0) {
            count++;
        }
        return count;
    }

    private static byte[] decode(ScannedText text, int start, RadixEncoding encoding, int maxBytes) {
        var out = new byte[text.work().room(Math.min(maxBytes, text.to() - start))];
        int length = 0;
        int held = 0;
        int bits = 0;
        for (int i = start; i < text.to() && length < out.length; i++) {
            byte digit = text.bytes()[i];
            int value = encoding.value(digit);
            if (value < 0 && digit != '\r' && digit != '\n') {
                break;
            }
            if (value >= 0) {
                held = (held << encoding.bits()) | value;
                bits += encoding.bits();
            }
            if (bits >= 8) {
                bits -= 8;
                out[length++] = (byte) (held >> bits);
            }
        }
        text.work().charge(length);
        return Arrays.copyOf(out, length);
    }
}
