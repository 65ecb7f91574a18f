package io.sallyport.policycompiler;

import io.sallyport.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** SHA-256 over several texts, each with its length, so that no two lists of texts have the same digest. */
final class Digests {
    private Digests() {}

    /** Returns the lower-case hex digest of one text in UTF-8, equal to that of {@code sha256sum}. */
    static String ofText(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }

    /** Returns the digest in lower-case hex. */
    static String of(String... texts) {
        MessageDigest digest = Sha256.newDigest();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
        return Sha256.of(digest).hex();
    }
}
