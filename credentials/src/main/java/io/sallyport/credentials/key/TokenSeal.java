package io.sallyport.credentials.key;

import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals bytes by AES-256 in GCM (NIST SP 800-38D) with a random nonce, and a key that HKDF (RFC 5869) derives from a
 * random text. What was sealed for one purpose does not open for another. Safe for concurrent use.
 */
public final class TokenSeal {
    /** The minimum length of the text that the key is derived from. */
    static final int MIN_KEY_BYTES = 32;

    private static final byte[] MAGIC = "SPT1".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKey key;
    private final byte[] purpose;

    private TokenSeal(SecretKey key, byte[] purpose) {
        this.key = key;
        this.purpose = purpose;
    }

    public static Parsed<TokenSeal> of(String keyText, String purpose) {
        byte[] text = keyText.getBytes(StandardCharsets.UTF_8);
        try {
            if (text.length < MIN_KEY_BYTES) {
                return new Parsed.Rejected<>(
                        "a key that seals refresh tokens has at least " + MIN_KEY_BYTES + " bytes");
            }
            var derivation = HKDFParameterSpec.ofExtract()
                    .addIKM(text)
                    .thenExpand("sallyport refresh tokens".getBytes(StandardCharsets.US_ASCII), 32);
            SecretKey key = KDF.getInstance("HKDF-SHA256").deriveKey("AES", derivation);
            return new Parsed.Accepted<>(new TokenSeal(key, purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no HKDF-SHA256", e);
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    /** Returns the sealed form of {@code open}, which the caller overwrites. */
    public byte[] seal(byte[] open) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(open);
            byte[] whole = Arrays.copyOf(MAGIC, MAGIC.length + NONCE_BYTES + sealed.length);
            System.arraycopy(nonce, 0, whole, MAGIC.length, NONCE_BYTES);
            System.arraycopy(sealed, 0, whole, MAGIC.length + NONCE_BYTES, sealed.length);
            return whole;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no AES/GCM", e);
        }
    }

    /** Returns what was sealed, which the caller overwrites; null if it was changed, or sealed otherwise. */
    public byte @Nullable [] open(byte[] sealed) {
        int head = MAGIC.length + NONCE_BYTES;
        if (sealed.length < head || !Arrays.equals(MAGIC, Arrays.copyOf(sealed, MAGIC.length))) {
            return null;
        }
        try {
            byte[] nonce = Arrays.copyOfRange(sealed, MAGIC.length, head);
            return cipher(Cipher.DECRYPT_MODE, nonce).doFinal(sealed, head, sealed.length - head);
        } catch (GeneralSecurityException _) {
            return null;
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(MAGIC);
        cipher.updateAAD(purpose);
        return cipher;
    }
}
