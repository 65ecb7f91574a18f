package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.x509.Pem;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.jspecify.annotations.Nullable;

/**
 * A key that signs tokens (RFC 7515) by one algorithm. Refuses the weak keys that {@link JwsKey} would not accept.
 * Immutable, safe for concurrent use.
 */
public final class JwsSigner {
    private static final int MIN_RSA_BITS = 2048;

    private final JwtAlgorithm algorithm;
    private final Key key;

    private JwsSigner(JwtAlgorithm algorithm, Key key) {
        this.algorithm = algorithm;
        this.key = key;
    }

    /** The result of parsing a key. */
    public sealed interface Parsed {
        record Accepted(JwsSigner signer) implements Parsed {}

        /**
         * The key cannot be used.
         *
         * @param why safe to show; reveals nothing about the key
         */
        record Rejected(String why) implements Parsed {}
    }

    /**
     * Parses a key.
     *
     * @param algorithm {@code RS}, {@code PS}, {@code ES} or {@code HS} with 256, 384 or 512 (RFC 7518 section 3.1)
     * @param text PEM of a private key (PKCS #8, PKCS #1 or SEC 1) without a passphrase: RSA of at least 2048 bits, or
     *     a key of the algorithm's curve; for {@code HS} the secret itself, at least as long as the hash
     */
    public static Parsed parse(String algorithm, String text) {
        JwtAlgorithm known = JwtAlgorithm.named(algorithm);
        if (known == null || known == JwtAlgorithm.EDDSA) {
            return new Parsed.Rejected("the algorithm is unknown");
        }
        return known.isMac() ? ofSecret(known, text) : ofPem(known, text);
    }

    private static Parsed ofSecret(JwtAlgorithm algorithm, String text) {
        return switch (JwsKey.parse(algorithm.name(), text)) {
            case JwsKey.Parsed.Accepted _ ->
                new Parsed.Accepted(new JwsSigner(algorithm, new SecretKeySpec(text.getBytes(UTF_8), "HMAC")));
            case JwsKey.Parsed.Rejected(var why) -> new Parsed.Rejected(why);
        };
    }

    private static Parsed ofPem(JwtAlgorithm algorithm, String text) {
        PrivateKey key = privateKey(text);
        return switch (key) {
            case null -> new Parsed.Rejected("the text is not PEM of one private key without a passphrase");
            case RSAPrivateKey rsa
            when algorithm.isRsa() && rsa.getModulus().bitLength() < MIN_RSA_BITS ->
                new Parsed.Rejected("the RSA key has fewer than " + MIN_RSA_BITS + " bits");
            case RSAPrivateKey rsa when algorithm.isRsa() -> new Parsed.Accepted(new JwsSigner(algorithm, rsa));
            case ECPrivateKey secret
            when algorithm.isElliptic() ->
                isOfCurve(secret, algorithm.curve())
                        ? new Parsed.Accepted(new JwsSigner(algorithm, secret))
                        : new Parsed.Rejected("the key is not one of " + algorithm.curve());
            default -> new Parsed.Rejected("the key is of another kind");
        };
    }

    private static boolean isOfCurve(ECPrivateKey key, String curve) {
        try {
            return key.getParams().getCurve().equals(Jwks.curve(curve).getCurve());
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static @Nullable PrivateKey privateKey(String text) {
        Pem pem = Pem.first(text.substring(Math.max(0, text.indexOf("-----BEGIN "))));
        try {
            PrivateKeyInfo info = pem == null ? null : info(pem);
            if (info == null) {
                return null;
            }
            boolean isRsa = info.getPrivateKeyAlgorithm().getAlgorithm().equals(PKCSObjectIdentifiers.rsaEncryption);
            return KeyFactory.getInstance(isRsa ? "RSA" : "EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
        } catch (GeneralSecurityException | IOException | IllegalArgumentException | BuiltinError _) {
            return null;
        }
    }

    /** Returns the key in PKCS #8, the form that the JDK reads, or null for a block of another kind. */
    private static @Nullable PrivateKeyInfo info(Pem pem) throws IOException {
        ASN1Primitive content = ASN1Primitive.fromByteArray(pem.content());
        return switch (pem.type()) {
            case "PRIVATE KEY" -> PrivateKeyInfo.getInstance(content);
            case "RSA PRIVATE KEY" ->
                new PrivateKeyInfo(
                        new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE), content);
            case "EC PRIVATE KEY" -> {
                var secret = org.bouncycastle.asn1.sec.ECPrivateKey.getInstance(content);
                yield new PrivateKeyInfo(
                        new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, secret.getParametersObject()),
                        secret);
            }
            default -> null;
        };
    }

    /** Returns a token in compact form whose payload is this JSON text. */
    public String sign(String payload) {
        String header = "{\"alg\":\"" + algorithm.name() + "\",\"typ\":\"JWT\"}";
        return algorithm.token(new Fuel(Long.MAX_VALUE, Long.MAX_VALUE), key, header, payload);
    }
}
