package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
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
 * A key that a token is signed or checked with.
 *
 * @param algorithm the only one it is for; empty where any is
 * @param id {@code kid}; empty where it has none
 */
record JwtKey(String algorithm, String id, Key key) {
    /** What reading a key costs, in steps. */
    private static final int READ_STEPS = 2_000;

    static JwtKey ofSecret(String secret) {
        byte[] bytes = secret.getBytes(UTF_8);
        return new JwtKey("", "", new SecretKeySpec(bytes.length == 0 ? new byte[1] : bytes, "HMAC"));
    }

    /** The keys of a certificate or public key in PEM, or of a JWK or a set of them. */
    static List<JwtKey> parse(BuiltinContext context, String text) {
        context.fuel().makeText(2L * text.length());
        context.fuel().steps(READ_STEPS);
        Pem pem = Pem.first(text);
        if (pem == null) {
            return Jwks.parse(context, text);
        }
        if (!pem.rest().isEmpty()) {
            throw new BuiltinError("extra data after a PEM certificate block");
        }
        return List.of(new JwtKey(
                "",
                "",
                switch (pem.type()) {
                    case "CERTIFICATE" -> ofCertificate(pem.content());
                    case "PUBLIC KEY" -> ofPublicKey(pem.content());
                    default -> throw new BuiltinError("failed to extract a Key from the PEM certificate");
                }));
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

    /** The algorithm stands within the key; the JDK wants to be told. */
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

    /** What fails where the JDK finds a key's numbers wrong. */
    static BuiltinError unreadable(GeneralSecurityException why) {
        return new BuiltinError("failed to parse a JWK key (set): " + why.getMessage());
    }
}
