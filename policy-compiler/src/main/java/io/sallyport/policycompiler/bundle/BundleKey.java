package io.sallyport.policycompiler.bundle;

import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.jwt.JwsKey;
import org.jspecify.annotations.Nullable;

/**
 * The key that bundles must be signed with, and the scope that signatures must have. It accepts one algorithm, whatever
 * a signature claims. Immutable.
 *
 * @param id the key id that signatures must name, or null if any is accepted
 * @param scope the scope that signatures must have; empty for none
 */
public record BundleKey(@Nullable String id, JwsKey key, String scope) {
    /**
     * Creates a key. A refusal is safe to show: it reveals nothing about the key.
     *
     * @param id null to accept any key id in signatures
     * @param algorithm such as {@code RS256}, {@code PS384}, {@code ES256}, {@code HS512} (RFC 7518, section 3.1)
     * @param key PEM of a public key or a certificate; for HMAC the secret itself, at least as long as the hash
     * @param scope the scope that signatures must have; empty for none
     */
    public static Parsed<BundleKey> of(@Nullable String id, String algorithm, String key, String scope) {
        return switch (JwsKey.parse(algorithm, key)) {
            case JwsKey.Parsed.Accepted(var parsed) -> new Parsed.Accepted<>(new BundleKey(id, parsed, scope));
            case JwsKey.Parsed.Rejected(var why) ->
                new Parsed.Rejected<>("no key of " + algorithm + ": " + why
                        + " (expected: PEM of a public key for RS, PS or ES 256 to 512, a secret for HS)");
        };
    }

    /** Returns whether signatures may name the key {@code named}. */
    boolean hasId(String named) {
        return id == null || id.equals(named);
    }
}
