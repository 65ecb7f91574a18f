package io.sallyport.credentials;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A refresh token and the consent that it goes back to. Immutable.
 *
 * @param consent the SHA-256 of the first token
 */
record StoredRefreshToken(String consent, String token) {
    static StoredRefreshToken of(String first, String token) {
        return new StoredRefreshToken(digest(first), token);
    }

    boolean isOf(String first) {
        return consent.equals(digest(first));
    }

    StoredRefreshToken replacedBy(String other) {
        return new StoredRefreshToken(consent, other);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "StoredRefreshToken";
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }
}
