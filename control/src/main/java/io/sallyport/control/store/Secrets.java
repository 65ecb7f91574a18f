package io.sallyport.control.store;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Generates tokens. Safe for concurrent use. */
public final class Secrets {
    private static final int TOKEN_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /** Returns 256 random bits as base64url without padding: 43 characters that are safe in a URL's user part. */
    public static String token() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random());
    }

    /**
     * Returns 256 random bits as 64 lower-case hex digits, the form that fullsend's clients expect of a fetch token.
     */
    public static String hexToken() {
        return HexFormat.of().formatHex(random());
    }

    private static byte[] random() {
        byte[] bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
