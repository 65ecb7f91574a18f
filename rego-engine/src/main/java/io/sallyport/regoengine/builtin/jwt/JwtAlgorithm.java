package io.sallyport.regoengine.builtin.jwt;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
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
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** The algorithms of signed tokens (RFC 7518 section 3, RFC 8037), provided by the JDK. */
enum JwtAlgorithm {
    HS256("HmacSHA256", 0),
    HS384("HmacSHA384", 0),
    HS512("HmacSHA512", 0),
    RS256("SHA256withRSA", 0),
    RS384("SHA384withRSA", 0),
    RS512("SHA512withRSA", 0),
    PS256("RSASSA-PSS", 256),
    PS384("RSASSA-PSS", 384),
    PS512("RSASSA-PSS", 512),
    ES256("SHA256withECDSAinP1363Format", 0),
    ES384("SHA384withECDSAinP1363Format", 0),
    ES512("SHA512withECDSAinP1363Format", 0),
    EDDSA("Ed25519", 0);

    /** The cost of verifying a signature, in steps; creating an RSA signature costs ten times as much. */
    private static final long VERIFY_STEPS = 5_000;

    private static final int SIGN_FACTOR = 10;
    private static final int USUAL_RSA_BITS = 2048;

    private final String jcaName;
    private final int pssBits;

    JwtAlgorithm(String jcaName, int pssBits) {
        this.jcaName = jcaName;
        this.pssBits = pssBits;
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
        return pssBits > 0 || name().startsWith("ES");
    }

    /** Returns false also if the key is of another kind. */
    boolean verifies(BuiltinContext context, Key key, byte[] text, byte[] signature) {
        context.fuel().read(text.length);
        context.fuel().steps(VERIFY_STEPS * sizeFactor(key));
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

    byte[] sign(BuiltinContext context, Key key, byte[] text) {
        context.fuel().read(text.length);
        context.fuel().steps(SIGN_FACTOR * VERIFY_STEPS * sizeFactor(key));
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

    private boolean isMac() {
        return name().startsWith("HS");
    }

    private byte[] mac(SecretKey key, byte[] text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(jcaName);
        mac.init(key);
        return mac.doFinal(text);
    }

    private Signature engine() throws GeneralSecurityException {
        Signature engine = Signature.getInstance(jcaName);
        if (pssBits > 0) {
            String digest = "SHA-" + pssBits;
            engine.setParameter(
                    new PSSParameterSpec(digest, "MGF1", new MGF1ParameterSpec(digest), pssBits / Byte.SIZE, 1));
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
