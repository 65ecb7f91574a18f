package io.sallyport.bundles;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest of bytes in the form of registries. No state. */
final class ArchiveDigest {
    private ArchiveDigest() {}

    /** Returns {@code sha256:} and the SHA-256 in lower-case hex. */
    static String of(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
