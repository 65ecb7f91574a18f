package io.sallyport.testkit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes digests, by the JDK's names of algorithms. */
final class TestDigests {
    private TestDigests() {}

    static byte[] of(String algorithm, Bytes bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes.toArray());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM lacks " + algorithm, e);
        }
    }

    static String hex(String algorithm, Bytes bytes) {
        return HexFormat.of().formatHex(of(algorithm, bytes));
    }
}
