package io.sallyport.proxy.credentials.chunk;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that signs for one day, region and service, derived from a secret access key (AWS IAM User Guide, "Create a
 * signed AWS API request", step 4). Immutable.
 */
public final class SigV4Key {
    private static final String HMAC = "HmacSHA256";

    private final byte[] key;

    private SigV4Key(byte[] key) {
        this.key = key;
    }

    /**
     * Derives the key.
     *
     * @param scope {@code yyyyMMdd/REGION/SERVICE/aws4_request}
     */
    public static SigV4Key of(String secretAccessKey, String scope) {
        byte[] key = ("AWS4" + secretAccessKey).getBytes(StandardCharsets.UTF_8);
        for (String step : scope.split("/", -1)) {
            key = hmac(key, step);
        }
        return new SigV4Key(key);
    }

    /** The signature of a text, 32 bytes. */
    public byte[] sign(String text) {
        return hmac(key, text);
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(HMAC + " is part of every JDK", e);
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "SigV4Key";
    }
}
