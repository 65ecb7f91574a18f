import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A name for what a build depends on: SHA-256 over named texts, each with its length. */
class Digest {
    private static final int NAME_BYTES = 16;
    private final MessageDigest sha256;

    Digest() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    Digest add(String name, String text) {
        return add(name.getBytes(StandardCharsets.UTF_8)).add(text.getBytes(StandardCharsets.UTF_8));
    }

    private Digest add(byte[] part) {
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        sha256.update(part);
        return this;
    }

    /** Ends the digest. */
    String name() {
        return HexFormat.of().formatHex(sha256.digest(), 0, NAME_BYTES);
    }
}
