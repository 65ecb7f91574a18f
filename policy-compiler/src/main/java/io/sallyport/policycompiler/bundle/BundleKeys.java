package io.sallyport.policycompiler.bundle;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys that bundles may be signed with, and what a signature must be for. A key serves one algorithm, whatever a
 * signature says of itself. Immutable.
 */
public final class BundleKeys {
    private final Map<String, Key> keys;

    /** Which of the keys to use whatever a signature names, or null. */
    private final @Nullable String chosen;

    private final String scope;

    record Key(JWSAlgorithm algorithm, JWSVerifier verifier) {}

    private BundleKeys(Map<String, Key> keys, @Nullable String chosen, String scope) {
        this.keys = Map.copyOf(keys);
        this.chosen = chosen;
        this.scope = scope;
    }

    /** What came of making keys. */
    public sealed interface Made {
        record Accepted(BundleKeys keys) implements Made {}

        /**
         * No key.
         *
         * @param why safe to show; says nothing of the key
         */
        record Rejected(String why) implements Made {}
    }

    /**
     * One key.
     *
     * @param id null: whatever a signature calls its key, it is this one
     * @param algorithm as {@code RS256}, {@code PS384}, {@code ES256}, {@code HS512} (RFC 7518, section 3.1)
     * @param key PEM of a public key or a certificate; for HMAC the secret itself, as long as the hash at least
     * @param scope what its signatures must say they are for; empty: nothing
     */
    public static Made of(@Nullable String id, String algorithm, String key, String scope) {
        try {
            JWSAlgorithm known = JWSAlgorithm.parse(algorithm);
            var made = new Key(known, verifier(known, key));
            String name = id == null ? "" : id;
            return new Made.Accepted(
                    new BundleKeys(new HashMap<>(Map.of(name, made)), id == null ? name : null, scope));
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

    /** The key for a signature that calls its own {@code named}, or null. */
    @Nullable
    Key find(@Nullable String named) {
        String name = chosen == null ? named : chosen;
        return name == null ? null : keys.get(name);
    }

    String scope() {
        return scope;
    }
}
