package io.sallyport.decision;

import io.sallyport.regoengine.value.RegoObject;

/**
 * What a verified identity token claims of a sandbox. Immutable.
 *
 * @param issuer the operator's name for who signed it
 * @param expiresAt seconds since 1970; from then on policy is told of no claims
 */
public record VerifiedClaims(String issuer, long expiresAt, RegoObject claims) {
    /** Whether they hold at {@code epochNanos}. */
    boolean holdAt(long epochNanos) {
        return Math.floorDiv(epochNanos, 1_000_000_000L) < expiresAt;
    }
}
