package io.sallyport.audit.segment;

import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/**
 * The key by which the gateway signs the files about closed segments, and receipts of delegations: Ed25519 (RFC 8032),
 * kept in PEM (RFC 7468) with mode 0600 beside its public half. Immutable.
 */
public final class SigningKey {
    static final String ALGORITHM = "Ed25519";
    private static final String PRIVATE_FILE = "audit-signing.key";
    private static final String PUBLIC_FILE = "audit-signing.pub";
    private static final String PEM_LABEL = "PRIVATE KEY";

    private final PrivateKey key;
    private final VerifyingKey verifying;

    private SigningKey(PrivateKey key, VerifyingKey verifying) {
        this.key = key;
        this.verifying = verifying;
    }

    /**
     * Reads the key in {@code folder}, {@code audit-signing.key} and {@code audit-signing.pub}, or makes one if there
     * is none. A crash while it is made leaves none, so the next start makes another.
     *
     * @throws IOException if the files cannot be read or written, hold no such key, or do not belong together
     */
    public static SigningKey in(Path folder) throws IOException {
        try {
            Path file = folder.resolve(PRIVATE_FILE);
            Path publicFile = folder.resolve(PUBLIC_FILE);
            if (Files.notExists(file)) {
                make(file, publicFile);
            }
            PrivateKey key = KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new PKCS8EncodedKeySpec(KeyPem.decode(PEM_LABEL, text(file))));
            VerifyingKey verifying = VerifyingKey.parse(text(publicFile));
            var read = verifying == null ? null : new SigningKey(key, verifying);
            if (read == null || !read.isPair()) {
                throw new IOException(publicFile + " is not the public half of " + file);
            }
            return read;
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            throw new IOException(folder.resolve(PRIVATE_FILE) + " holds no " + ALGORITHM + " key in PEM");
        }
    }

    /** Writes the public half first: only a private key that is there counts. */
    private static void make(Path file, Path publicFile) throws IOException, GeneralSecurityException {
        KeyPair made = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        FileReplacement.replace(publicFile, bytes(new VerifyingKey(made.getPublic()).pem()));
        FileReplacement.replace(
                file, bytes(KeyPem.encode(PEM_LABEL, made.getPrivate().getEncoded())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException _) {
            throw new IOException(file + " is missing");
        }
    }

    private boolean isPair() {
        byte[] probe = {1};
        return verifying.verifies(probe, sign(probe));
    }

    /** Returns the signature of {@code text} in Base64 (RFC 4648, section 4). */
    public String sign(byte[] text) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(text);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is part of every JDK", e);
        }
    }

    /** Returns the public half. */
    public VerifyingKey verifying() {
        return verifying;
    }
}
