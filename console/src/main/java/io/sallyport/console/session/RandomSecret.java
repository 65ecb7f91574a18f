package io.sallyport.console.session;

import java.security.SecureRandom;
import java.util.Base64;

/** Texts that nobody can guess: 256 bits as 43 characters of base64url. */
final class RandomSecret {
    private static final int BYTES = 32;

    private RandomSecret() {}

    static String next(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
