package io.sallyport.findings;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.zip.CRC32;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * By what a value is known again without being held: its length, its CRC-32, which keeps ordinary text from the costly
 * part, and its HMAC-SHA-256 (RFC 2104) under a key that only this process has. Immutable.
 */
final class ValueDigest {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int MAC_COST = 1024; // of work: as much as looking at so many bytes
    private static final SecretKeySpec KEY = newKey();

    private final int length;
    private final long checksum;
    private final byte[] mac;

    ValueDigest(byte[] value) {
        this.length = value.length;
        this.checksum = checksum(value, 0, value.length);
        this.mac = mac(value, 0, value.length);
    }

    int length() {
        return length;
    }

    /** Returns whether the value stands at {@code at}; what that costs is charged. */
    boolean isAt(ScannedText text, int at) {
        if (at < text.from() || at + length > text.to()) {
            return false;
        }
        text.work().charge(length);
        if (checksum(text.bytes(), at, length) != checksum) {
            return false;
        }
        text.work().charge(MAC_COST);
        return MessageDigest.isEqual(mac(text.bytes(), at, length), mac);
    }

    private static SecretKeySpec newKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return new SecretKeySpec(key, ALGORITHM);
    }

    private static long checksum(byte[] bytes, int from, int length) {
        var crc = new CRC32();
        crc.update(bytes, from, length);
        return crc.getValue();
    }

    private static byte[] mac(byte[] bytes, int from, int length) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(KEY);
            mac.update(bytes, from, length);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has " + ALGORITHM, e);
        }
    }
}
