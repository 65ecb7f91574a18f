package io.sallyport.audit.segment;

import io.sallyport.model.Sha256;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The public half of a {@link SigningKey}. Immutable. */
public final class VerifyingKey {
    private static final String PEM_LABEL = "PUBLIC KEY";
    private static final int ID_CHARS = 16;

    private final PublicKey key;

    VerifyingKey(PublicKey key) {
        this.key = key;
    }

    /** Reads a public Ed25519 key in PEM (RFC 8410, section 4). Returns null if {@code pem} is none. */
    public static @Nullable VerifyingKey parse(String pem) {
        try {
            var encoded = new X509EncodedKeySpec(KeyPem.decode(PEM_LABEL, pem));
            return new VerifyingKey(KeyFactory.getInstance(SigningKey.ALGORITHM).generatePublic(encoded));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return null;
        }
    }

    /** Returns the first 16 hex digits of the SHA-256 of the key in DER, by which files name it. */
    public String id() {
        return HexFormat.of()
                .formatHex(Sha256.newDigest().digest(key.getEncoded()))
                .substring(0, ID_CHARS);
    }

    /** Returns the key in PEM, with a line feed at its end. */
    public String pem() {
        return KeyPem.encode(PEM_LABEL, key.getEncoded());
    }

    /** Returns whether {@code signature}, in Base64, is this key's of {@code text}. */
    public boolean verifies(byte[] text, String signature) {
        try {
            Signature verifier = Signature.getInstance(SigningKey.ALGORITHM);
            verifier.initVerify(key);
            verifier.update(text);
            return verifier.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }
}
