package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.x509.Pem;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A key for signing or verifying tokens.
 *
 * @param algorithm the only algorithm that it may be used with; empty for any
 * @param id {@code kid}; empty if it has none
 */
record JwtKey(String algorithm, String id, Key key) {
    /** The cost of reading a key, in steps. */
    private static final int READ_STEPS = 2_000;

    static JwtKey ofSecret(String secret) {
        byte[] bytes = secret.getBytes(UTF_8);
        return new JwtKey("", "", new SecretKeySpec(bytes.length == 0 ? new byte[1] : bytes, "HMAC"));
    }

    /** Returns the keys of a certificate or public key in PEM, or of a JWK or JWK set. */
    static List<JwtKey> parse(Fuel fuel, String text) {
        fuel.makeText(2L * text.length());
        fuel.steps(READ_STEPS);
        return Pem.first(text) == null ? Jwks.parse(fuel, text) : List.of(new JwtKey("", "", ofPem(text)));
    }

    /** Returns the key of one certificate or public key in PEM. */
    static Key ofPem(String text) {
        Pem pem = Pem.first(text);
        if (pem == null || !pem.rest().isEmpty()) {
            throw new BuiltinError("extra data after a PEM certificate block");
        }
        return switch (pem.type()) {
            case "CERTIFICATE" -> ofCertificate(pem.content());
            case "PUBLIC KEY" -> ofPublicKey(pem.content());
            default -> throw new BuiltinError("failed to extract a Key from the PEM certificate");
        };
    }

    private static Key ofCertificate(byte[] der) {
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(der))
                    .getPublicKey();
        } catch (CertificateException e) {
            throw new BuiltinError("failed to parse a PEM certificate");
        }
    }

    /** The algorithm is encoded in the key, but the JDK requires the caller to name it. */
    private static Key ofPublicKey(byte[] der) {
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            Key key = ofPublicKey(algorithm, der);
            if (key != null) {
                return key;
            }
        }
        throw new BuiltinError("failed to parse a PEM public key");
    }

    private static @Nullable Key ofPublicKey(String algorithm, byte[] der) {
        try {
            return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(der));
        } catch (InvalidKeySpecException e) {
            return null;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has " + algorithm, e);
        }
    }

    /** Returns the error for a key whose numbers the JDK rejects. */
    static BuiltinError unreadable(GeneralSecurityException why) {
        return new BuiltinError("failed to parse a JWK key (set): " + why.getMessage());
    }
}
