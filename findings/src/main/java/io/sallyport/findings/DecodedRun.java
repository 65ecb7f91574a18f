package io.sallyport.findings;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Characters of an encoding around a place, decoded; line breaks between them are passed over. */
final class DecodedRun {
    /** How much is decoded: longer than any form, and than most values. */
    private static final int MAX_BYTES = 8 * 1024;

    /** Groups before the place, of which an inner encoding and forms with characters before the prefix need some. */
    private static final int GROUPS_BEFORE = 32;

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
     * Returns what the run of characters from {@code digit} on says.
     *
     * @param digit the place of the first character that the meant bytes decide alone
     * @param maxBytes of the meant ones
     * @return null if the group of that character does not begin in the text
     */
    static @Nullable DecodedRun from(ScannedText text, int digit, EncodingStep step, int maxBytes) {
        return of(text, digit, step, 0, maxBytes);
    }

    /** The same with what surrounds the meant bytes. */
    static @Nullable DecodedRun around(ScannedText text, int digit, EncodingStep step) {
        return of(text, digit, step, GROUPS_BEFORE, MAX_BYTES);
    }

    private static @Nullable DecodedRun of(
            ScannedText text, int digit, EncodingStep step, int groupsBefore, int maxBytes) {
        RadixEncoding encoding = step.encoding();
        int needed = encoding.digitsBefore(step.lead());
        int before = digitsBefore(text, digit, encoding, needed + groupsBefore * encoding.groupDigits());
        text.work().charge(COST + before);
        if (before < needed) {
            return null;
        }
        int groups = (before - needed) / encoding.groupDigits();
        int start = digit - needed - groups * encoding.groupDigits();
        int at = groups * encoding.groupBytes() + step.lead();
        byte[] bytes = decode(text, start, encoding, at + maxBytes);
        return at < bytes.length ? new DecodedRun(bytes, at) : null;
    }

    private static int digitsBefore(ScannedText text, int digit, RadixEncoding encoding, int max) {
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
