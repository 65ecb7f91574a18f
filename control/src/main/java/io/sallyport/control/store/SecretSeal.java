package io.sallyport.control.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts secrets for the disk with AES-256-GCM (NIST SP 800-38D). The key comes from a file; the secret's name is
 * authenticated along with it. Format: one version byte, 12 bytes of nonce, the ciphertext with its tag. Safe for
 * concurrent use.
 */
final class SecretSeal {
    private static final byte VERSION = 1;
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12; // random; one per saved CA stays far below 2^32 under one key
    private static final int TAG_BITS = 128;
    private static final int HEAD_BYTES = 1 + NONCE_BYTES;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    private SecretSeal(SecretKeySpec key) {
        this.key = key;
    }

    static SecretSeal of(byte[] key) {
        return new SecretSeal(new SecretKeySpec(key, "AES"));
    }

    /** Returns a seal whose key exists only in this process. */
    static SecretSeal ofNewKey() {
        return of(newKey());
    }

    /** Returns a random key. */
    static byte[] newKey() {
        return random(KEY_BYTES);
    }

    /** Returns the key in {@code file}, one line of base64; null if there is no such file. */
    static byte @Nullable [] readKey(Path file) throws StateException {
        try {
            byte[] key = Base64.getDecoder().decode(Files.readString(file).strip());
            if (key.length == KEY_BYTES) {
                return key;
            }
        } catch (NoSuchFileException _) {
            return null;
        } catch (IOException e) {
            throw new StateException(file, "cannot be read", e);
        } catch (IllegalArgumentException _) {
            // reported below without the cause, which would quote the key
        }
        throw new StateException(file, "holds no key (expected: " + KEY_BYTES + " bytes in base64)");
    }

    /** Writes a new key to {@code file}, mode 0600. */
    static byte[] createKey(Path file) throws StateException {
        byte[] key = newKey();
        byte[] line = (Base64.getEncoder().encodeToString(key) + "\n").getBytes(StandardCharsets.US_ASCII);
        DurableFile.write(file, line);
        return key;
    }

    byte[] close(String name, byte[] secret) {
        byte[] nonce = random(NONCE_BYTES);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, name).doFinal(secret);
            return ByteBuffer.allocate(HEAD_BYTES + sealed.length)
                    .put(VERSION)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /**
     * Decrypts what {@link #close} encrypted under {@code name}; returns null if the name, the key or a byte differs.
     */
    byte @Nullable [] open(String name, byte[] bytes) {
        if (bytes.length < HEAD_BYTES + TAG_BITS / 8 || bytes[0] != VERSION) {
            return null;
        }
        byte[] nonce = new byte[NONCE_BYTES];
        ByteBuffer.wrap(bytes, 1, NONCE_BYTES).get(nonce);
        try {
            return cipher(Cipher.DECRYPT_MODE, nonce, name).doFinal(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
        } catch (AEADBadTagException _) {
            return null;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String name) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(("sallyport ca " + VERSION + " " + name).getBytes(StandardCharsets.US_ASCII));
        return cipher;
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
