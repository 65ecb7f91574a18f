package io.sallyport.control.store;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** Generates tokens. Safe for concurrent use. */
public final class Secrets {
    /** How tokens begin, so that whoever looks for secrets knows them. */
    public static final String PREFIX = "sallyport_";

    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LENGTH = 30;
    private static final int CHECKSUM_LENGTH = 6;
    private static final int HEX_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /**
     * Returns {@link #PREFIX}, 30 random letters and digits (178 bits), and their CRC-32 as six digits of base 62: the
     * form that GitHub's tokens have. Each character is safe in a URL's user part.
     */
    public static String token() {
        var text = new StringBuilder();
        for (int i = 0; i < RANDOM_LENGTH; i++) {
            text.append(BASE62.charAt(RANDOM.nextInt(BASE62.length())));
        }
        return PREFIX + text + checksum(text.toString());
    }

    private static String checksum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        var digits = new StringBuilder();
        for (long left = crc.getValue(); digits.length() < CHECKSUM_LENGTH; left /= BASE62.length()) {
            digits.insert(0, BASE62.charAt((int) (left % BASE62.length())));
        }
        return digits.toString();
    }

    /**
     * Returns 256 random bits as 64 lower-case hex digits, the form that fullsend's clients expect of a fetch token.
     */
    public static String hexToken() {
        byte[] bytes = new byte[HEX_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
