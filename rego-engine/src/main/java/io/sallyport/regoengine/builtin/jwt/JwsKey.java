package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.x9.ECNamedCurveTable;

/**
 * A key that verifies signed tokens (RFC 7515) by one algorithm, whatever a token's header claims. Unlike the builtins,
 * which answer as OPA does, it refuses weak keys. Immutable, safe for concurrent use.
 */
public final class JwsKey {
    private static final int MIN_RSA_BITS = 2048;

    private final JwtAlgorithm algorithm;
    private final Key key;

    private JwsKey(JwtAlgorithm algorithm, Key key) {
        this.algorithm = algorithm;
        this.key = key;
    }

    /** The result of parsing a key. */
    public sealed interface Parsed {
        record Accepted(JwsKey key) implements Parsed {}

        /**
         * The key cannot be used.
         *
         * @param why safe to show; reveals nothing about the key
         */
        record Rejected(String why) implements Parsed {}
    }

    /**
     * A key of a set.
     *
     * @param id its {@code kid}; empty if it has none
     */
    public record Named(String id, JwsKey key) {
        /** Whether a token whose header has that {@code kid}, or none, may be verified by it. */
        public boolean isMeantBy(String keyId) {
            return id.isEmpty() || keyId.isEmpty() || id.equals(keyId);
        }
    }

    /** The result of parsing the public keys of an issuer. */
    public sealed interface ParsedSet {
        /** Each key with each algorithm that it is fit for; never empty. */
        record Accepted(List<Named> keys) implements ParsedSet {}

        /**
         * The text holds no usable key.
         *
         * @param why safe to show; reveals nothing about the keys
         */
        record Rejected(String why) implements ParsedSet {}
    }

    /** The result of verifying a token. */
    public sealed interface Verified {
        /**
         * The key signed the token.
         *
         * @param keyId the header's {@code kid}; empty if it has none
         */
        record Signed(String keyId, String payload) implements Verified {}

        /** The text is no token, or this key did not sign it by its algorithm. */
        record Unsigned() implements Verified {}
    }

    /**
     * Parses a key.
     *
     * @param algorithm {@code RS}, {@code PS}, {@code ES} or {@code HS} with 256, 384 or 512 (RFC 7518 section 3.1)
     * @param text PEM of a public key or a certificate: RSA of at least 2048 bits, or a point on the algorithm's curve;
     *     for {@code HS} the secret itself, at least as long as the hash
     */
    public static Parsed parse(String algorithm, String text) {
        JwtAlgorithm known = JwtAlgorithm.named(algorithm);
        if (known == null || known == JwtAlgorithm.EDDSA) {
            return new Parsed.Rejected("the algorithm is unknown");
        }
        return known.isMac() ? ofSecret(known, text) : ofPem(known, text);
    }

    /**
     * Parses the public keys of an issuer. A key of another kind than the algorithms is left out; a secret, a private
     * or a weak key rejects the text.
     *
     * @param algorithms {@code RS}, {@code PS} or {@code ES} with 256, 384 or 512; a JWK that names one has that alone
     * @param text PEM of a public key or a certificate, a JWK, or a JWK set (RFC 7517)
     */
    public static ParsedSet parseSet(List<String> algorithms, String text) {
        List<Named> keys = new ArrayList<>();
        try {
            for (JwtKey each : JwtKey.parse(new Fuel(Long.MAX_VALUE, Long.MAX_VALUE), text)) {
                if (!(each.key() instanceof PublicKey)) {
                    return new ParsedSet.Rejected("a key is no public key");
                }
                for (String algorithm : algorithms) {
                    JwtAlgorithm known = JwtAlgorithm.named(algorithm);
                    if (known != null && fits(each, known)) {
                        switch (ofPublic(known, each.key())) {
                            case Parsed.Accepted(JwsKey key) -> keys.add(new Named(each.id(), key));
                            case Parsed.Rejected(String why) -> {
                                return new ParsedSet.Rejected(why);
                            }
                        }
                    }
                }
            }
        } catch (BuiltinError _) {
            return new ParsedSet.Rejected("the text is neither PEM of one public key or certificate nor a JWK set");
        }
        return keys.isEmpty()
                ? new ParsedSet.Rejected("there is no key for " + String.join(", ", algorithms))
                : new ParsedSet.Accepted(List.copyOf(keys));
    }

    private static boolean fits(JwtKey key, JwtAlgorithm algorithm) {
        boolean named = key.algorithm().isEmpty() || key.algorithm().equals(algorithm.name());
        return named
                && switch (key.key()) {
                    case RSAPublicKey _ -> algorithm.isRsa();
                    case ECPublicKey point -> algorithm.isElliptic() && isOnCurve(point, algorithm.curve());
                    default -> false;
                };
    }

    private static Parsed ofSecret(JwtAlgorithm algorithm, String text) {
        if (text.contains("-----BEGIN ")) {
            return new Parsed.Rejected("PEM is not a secret");
        }
        byte[] secret = text.getBytes(UTF_8);
        int least = algorithm.bits() / Byte.SIZE;
        return secret.length < least
                ? new Parsed.Rejected("the secret is shorter than " + least + " bytes")
                : new Parsed.Accepted(new JwsKey(algorithm, new SecretKeySpec(secret, "HMAC")));
    }

    private static Parsed ofPem(JwtAlgorithm algorithm, String text) {
        Key key;
        try {
            key = JwtKey.ofPem(text);
        } catch (BuiltinError _) {
            return new Parsed.Rejected("the text is not PEM of one public key or certificate");
        }
        return ofPublic(algorithm, key);
    }

    private static Parsed ofPublic(JwtAlgorithm algorithm, Key key) {
        return switch (key) {
            case RSAPublicKey rsa
            when algorithm.isRsa() && rsa.getModulus().bitLength() < MIN_RSA_BITS ->
                new Parsed.Rejected("the RSA key has fewer than " + MIN_RSA_BITS + " bits");
            case RSAPublicKey rsa when algorithm.isRsa() -> new Parsed.Accepted(new JwsKey(algorithm, rsa));
            case ECPublicKey point
            when algorithm.isElliptic() ->
                isOnCurve(point, algorithm.curve())
                        ? new Parsed.Accepted(new JwsKey(algorithm, point))
                        : new Parsed.Rejected("the key is not a point on " + algorithm.curve());
            default -> new Parsed.Rejected("the key is of another kind");
        };
    }

    private static boolean isOnCurve(ECPublicKey key, String curve) {
        try {
            ECParameterSpec wanted = Jwks.curve(curve);
            ECParameterSpec found = key.getParams();
            ECPoint point = key.getW();
            ECNamedCurveTable.getByName(curve).getCurve().validatePoint(point.getAffineX(), point.getAffineY());
            return found.getCurve().equals(wanted.getCurve())
                    && found.getGenerator().equals(wanted.getGenerator())
                    && found.getOrder().equals(wanted.getOrder());
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Verifies a token in compact form. Its header must name the key's algorithm and no critical parameter. The work
     * grows with the length of the token, which the caller bounds.
     */
    public Verified verify(String token) {
        var fuel = new Fuel(Long.MAX_VALUE, Long.MAX_VALUE);
        try {
            Jwt parsed = Jwt.parse(fuel, token);
            RegoObject whole = parsed.decodedHeader(fuel);
            JwtHeader header = JwtHeader.of(whole);
            boolean isSigned = whole.get("crit") == null
                    && JwtAlgorithm.named(header.algorithm()) == algorithm
                    && algorithm.verifies(fuel, key, parsed.signed(), parsed.decodedSignature());
            return isSigned
                    ? new Verified.Signed(header.keyId(), strict(parsed.decodedPayload()))
                    : new Verified.Unsigned();
        } catch (BuiltinError | CharacterCodingException _) {
            return new Verified.Unsigned();
        }
    }

    private static String strict(byte[] utf8) throws CharacterCodingException {
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }
}
