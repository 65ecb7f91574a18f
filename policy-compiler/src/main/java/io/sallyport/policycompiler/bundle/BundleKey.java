package io.sallyport.policycompiler.bundle;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The key that bundles must be signed with, and the scope that signatures must have. It accepts one algorithm, whatever
 * a signature claims. Immutable.
 */
public final class BundleKey {
    /** The key id that signatures must name, or null if any is accepted. */
    private final @Nullable String id;

    private final JWSAlgorithm algorithm;
    private final JWSVerifier verifier;
    private final String scope;

    private BundleKey(@Nullable String id, JWSAlgorithm algorithm, JWSVerifier verifier, String scope) {
        this.id = id;
        this.algorithm = algorithm;
        this.verifier = verifier;
        this.scope = scope;
    }

    /** The result of creating a key. */
    public sealed interface Made {
        record Accepted(BundleKey key) implements Made {}

        /**
         * The key cannot be used.
         *
         * @param why safe to show; reveals nothing about the key
         */
        record Rejected(String why) implements Made {}
    }

    /**
     * Creates a key.
     *
     * @param id null to accept any key id in signatures
     * @param algorithm such as {@code RS256}, {@code PS384}, {@code ES256}, {@code HS512} (RFC 7518, section 3.1)
     * @param key PEM of a public key or a certificate; for HMAC the secret itself, at least as long as the hash
     * @param scope the scope that signatures must have; empty for none
     */
    public static Made of(@Nullable String id, String algorithm, String key, String scope) {
        try {
            JWSAlgorithm known = JWSAlgorithm.parse(algorithm);
            return new Made.Accepted(new BundleKey(id, known, verifier(known, key), scope));
        } catch (JOSEException | IllegalArgumentException | ClassCastException _) {
            return new Made.Rejected("no key of " + algorithm
                    + " (expected: PEM of a public key for RS, PS or ES 256 to 512, a secret for HS)");
        }
    }

    private static JWSVerifier verifier(JWSAlgorithm algorithm, String key) throws JOSEException {
        if (JWSAlgorithm.Family.HMAC_SHA.contains(algorithm)) {
            return new MACVerifier(key.getBytes(StandardCharsets.UTF_8));
        }
        JWK parsed = JWK.parseFromPEMEncodedObjects(key);
        if (JWSAlgorithm.Family.RSA.contains(algorithm)) {
            return new RSASSAVerifier(parsed.toRSAKey().toPublicJWK());
        }
        if (JWSAlgorithm.Family.EC.contains(algorithm)) {
            return new ECDSAVerifier(parsed.toECKey().toPublicJWK());
        }
        throw new IllegalArgumentException("not served: " + algorithm);
    }

    /** Returns whether this key signed {@code token}, which names its key {@code named}. */
    boolean signed(JWSObject token, String named) throws JOSEException {
        return (id == null || id.equals(named))
                && algorithm.equals(token.getHeader().getAlgorithm())
                && token.verify(verifier);
    }

    String scope() {
        return scope;
    }
}
