package io.sallyport.control.identity;

import io.sallyport.regoengine.builtin.jwt.JwsKey;
import io.sallyport.regoengine.builtin.jwt.JwsKey.Verified;
import java.util.List;

/**
 * Whose identity tokens count. Immutable.
 *
 * @param name the operator's name for it, {@code input.identity.issuer}
 * @param issuer the claim {@code iss} of its tokens
 * @param audience the claim {@code aud} must name it
 * @param keys those that sign its tokens, each by one algorithm
 */
public record IdentityIssuer(String name, String issuer, String audience, List<JwsKey.Named> keys) {
    public IdentityIssuer {
        keys = List.copyOf(keys);
    }

    /** Whether one of its keys signed {@code token}; a token that names a key is not tried with others. */
    Verified verify(String token) {
        for (JwsKey.Named each : keys) {
            if (each.key().verify(token) instanceof Verified.Signed signed && each.isMeantBy(signed.keyId())) {
                return signed;
            }
        }
        return new Verified.Unsigned();
    }
}
