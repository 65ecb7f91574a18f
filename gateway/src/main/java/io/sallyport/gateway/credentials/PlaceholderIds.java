package io.sallyport.gateway.credentials;

import io.sallyport.model.SandboxId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The random part of placeholders, one for each sandbox and provider: HMAC-SHA-256 (RFC 2104) under a key of the state,
 * so that nothing is stored for each and all are the same after a restart. Safe for concurrent use.
 */
final class PlaceholderIds {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    PlaceholderIds(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** 32 bytes. */
    byte[] of(SandboxId sandbox, String provider) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal((sandbox.text() + "\n" + provider).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + " is part of every JDK", e);
        }
    }
}
