package io.sallyport.audit.chain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The end of a line, {@code ,"prev_hash":"H","hash":"H"}}, where each H is 64 lower-case hex digits. The hash is the
 * SHA-256 of all bytes of the line before {@code ","hash"}, and so covers the previous hash.
 */
final class Seal {
    static final int HASH_CHARS = 64;

    /**
     * The maximum number of consecutive lines without a seal, each cut off by a crash before anything else was written.
     * Writer and verifier use the same limit.
     */
    static final int MAX_CUT_LINES = 64;

    private static final byte[] PREVIOUS = ascii(",\"prev_hash\":\"");
    private static final byte[] SEQ = ascii(",\"seq\":");
    private static final int MAX_SEQ_DIGITS = 18;
    private static final byte[] OWN = ascii("\",\"hash\":\"");
    private static final byte[] END = ascii("\"}");
    private static final int PREVIOUS_AT = PREVIOUS.length;
    private static final int OWN_AT = PREVIOUS_AT + HASH_CHARS + OWN.length;
    static final int BYTES = PREVIOUS.length + HASH_CHARS + OWN.length + HASH_CHARS + END.length;

    private Seal() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the hash of a line, given its bytes before the seal; of a line that was cut off, all of its bytes. */
    static String hash(MessageDigest sha256, byte[] bytes, int offset, int length, String previous) {
        byte[] seal = of(previous, previous);
        sha256.update(bytes, offset, length);
        finish(seal, sha256);
        return text(seal, OWN_AT);
    }

    static byte[] of(String previous, String own) {
        byte[] seal = new byte[BYTES];
        put(seal, 0, PREVIOUS);
        put(seal, PREVIOUS_AT, ascii(previous));
        put(seal, PREVIOUS_AT + HASH_CHARS, OWN);
        put(seal, OWN_AT, ascii(own));
        put(seal, OWN_AT + HASH_CHARS, END);
        return seal;
    }

    /** Moves the line's own hash to the place of the previous one. */
    static void shift(byte[] seal) {
        System.arraycopy(seal, OWN_AT, seal, PREVIOUS_AT, HASH_CHARS);
    }

    /** Writes the line's own hash into {@code seal}, once {@code sha256} has consumed everything before it. */
    static void finish(byte[] seal, MessageDigest sha256) {
        sha256.update(seal, 0, PREVIOUS_AT + HASH_CHARS);
        byte[] hash = sha256.digest();
        for (int i = 0; i < hash.length; i++) {
            seal[OWN_AT + 2 * i] = digit(hash[i] >> 4);
            seal[OWN_AT + 2 * i + 1] = digit(hash[i]);
        }
    }

    private static byte digit(int nibble) {
        return (byte) HexFormat.of().toLowHexDigit(nibble);
    }

    private static void put(byte[] to, int at, byte[] part) {
        System.arraycopy(part, 0, to, at, part.length);
    }

    /** Returns whether {@code line} has the form of a sealed line; does not check the hashes. */
    static boolean isOn(byte[] line) {
        int at = line.length - BYTES;
        return at > 0
                && has(line, at, PREVIOUS)
                && isHash(text(line, at + PREVIOUS_AT))
                && has(line, at + PREVIOUS_AT + HASH_CHARS, OWN)
                && isHash(text(line, at + OWN_AT))
                && has(line, at + OWN_AT + HASH_CHARS, END);
    }

    private static boolean has(byte[] line, int at, byte[] part) {
        return Arrays.equals(line, at, at + part.length, part, 0, part.length);
    }

    /** Returns whether {@code text} has the form of a hash of the log. */
    static boolean isHash(String text) {
        if (text.length() != HASH_CHARS) {
            return false;
        }
        for (int i = 0; i < HASH_CHARS; i++) {
            char c = text.charAt(i);
            if (!HexFormat.isHexDigit(c) || Character.isUpperCase(c)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the previous hash in a sealed line. */
    static String previous(byte[] line) {
        return text(line, line.length - BYTES + PREVIOUS_AT);
    }

    /** Returns the line's own hash in a sealed line. */
    static String own(byte[] line) {
        return text(line, line.length - BYTES + OWN_AT);
    }

    /** Returns the number of a sealed line, 0 if it has none. */
    static long seq(byte[] line) {
        int end = line.length - BYTES;
        int at = end;
        long seq = 0;
        for (long unit = 1; at > 0 && end - at < MAX_SEQ_DIGITS && isDigit(line[at - 1]); unit *= 10) {
            seq += unit * (line[--at] - '0');
        }
        return at >= SEQ.length && has(line, at - SEQ.length, SEQ) ? seq : 0;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    private static String text(byte[] line, int at) {
        return new String(line, at, HASH_CHARS, StandardCharsets.US_ASCII);
    }
}
