package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** The algorithms of signed tokens (RFC 7518 section 3, RFC 8037), provided by the JDK. */
enum JwtAlgorithm {
    HS256("HmacSHA256", 256),
    HS384("HmacSHA384", 384),
    HS512("HmacSHA512", 512),
    RS256("SHA256withRSA", 256),
    RS384("SHA384withRSA", 384),
    RS512("SHA512withRSA", 512),
    PS256("RSASSA-PSS", 256),
    PS384("RSASSA-PSS", 384),
    PS512("RSASSA-PSS", 512),
    ES256("SHA256withECDSAinP1363Format", 256),
    ES384("SHA384withECDSAinP1363Format", 384),
    ES512("SHA512withECDSAinP1363Format", 512),
    EDDSA("Ed25519", 512);

    /** The cost of verifying a signature, in steps; creating an RSA signature costs ten times as much. */
    private static final long VERIFY_STEPS = 5_000;

    private static final int SIGN_FACTOR = 10;
    private static final int USUAL_RSA_BITS = 2048;

    private final String jcaName;
    private final int bits;

    JwtAlgorithm(String jcaName, int bits) {
        this.jcaName = jcaName;
        this.bits = bits;
    }

    /** Returns the length of the hash. */
    int bits() {
        return bits;
    }

    /** Returns the algorithm that a header names {@code name}, or null. */
    static @Nullable JwtAlgorithm named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.jwtName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private String jwtName() {
        return this == EDDSA ? "EdDSA" : name();
    }

    /** Returns whether two signatures of the same text differ. */
    boolean isRandom() {
        return isPss() || isElliptic();
    }

    boolean isMac() {
        return name().startsWith("HS");
    }

    boolean isRsa() {
        return isPss() || name().startsWith("RS");
    }

    private boolean isPss() {
        return name().startsWith("PS");
    }

    boolean isElliptic() {
        return name().startsWith("ES");
    }

    /** Returns the name of the curve that an elliptic algorithm requires (RFC 7518 section 3.4). */
    String curve() {
        return this == ES512 ? "secp521r1" : "secp" + bits + "r1";
    }

    /** Returns false also if the key is of another kind. */
    boolean verifies(Fuel fuel, Key key, byte[] text, byte[] signature) {
        fuel.read(text.length);
        fuel.steps(VERIFY_STEPS * sizeFactor(key));
        try {
            return switch (key) {
                case SecretKey secret -> isMac() && MessageDigest.isEqual(mac(secret, text), signature);
                case PublicKey open -> !isMac() && verifies(open, text, signature);
                default -> false;
            };
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private boolean verifies(PublicKey key, byte[] text, byte[] signature) throws GeneralSecurityException {
        Signature engine = engine();
        engine.initVerify(key);
        engine.update(text);
        return engine.verify(signature);
    }

    /** Returns the signed token in compact form (RFC 7515 section 7.1). */
    String token(Fuel fuel, Key key, String header, String payload) {
        String text = encoded(header.getBytes(UTF_8)) + "." + encoded(payload.getBytes(UTF_8));
        return text + "." + encoded(sign(fuel, key, text.getBytes(UTF_8)));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private byte[] sign(Fuel fuel, Key key, byte[] text) {
        fuel.read(text.length);
        fuel.steps(SIGN_FACTOR * VERIFY_STEPS * sizeFactor(key));
        try {
            return switch (key) {
                case SecretKey secret when isMac() -> mac(secret, text);
                case PrivateKey secret when !isMac() -> sign(secret, text);
                default -> throw new BuiltinError("the key is not one for " + jwtName());
            };
        } catch (GeneralSecurityException e) {
            throw new BuiltinError("the key is not one for " + jwtName());
        }
    }

    private byte[] sign(PrivateKey key, byte[] text) throws GeneralSecurityException {
        Signature engine = engine();
        engine.initSign(key);
        engine.update(text);
        return engine.sign();
    }

    private byte[] mac(SecretKey key, byte[] text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(jcaName);
        mac.init(key);
        return mac.doFinal(text);
    }

    private Signature engine() throws GeneralSecurityException {
        Signature engine = Signature.getInstance(jcaName);
        if (isPss()) {
            String digest = "SHA-" + bits;
            engine.setParameter(
                    new PSSParameterSpec(digest, "MGF1", new MGF1ParameterSpec(digest), bits / Byte.SIZE, 1));
        }
        return engine;
    }

    /** The cost of RSA grows with the square of the modulus' length. */
    private static long sizeFactor(Key key) {
        int bits = key instanceof RSAKey rsa ? rsa.getModulus().bitLength() : 0;
        long factor = 1L + bits / USUAL_RSA_BITS;
        return factor * factor;
    }
}
