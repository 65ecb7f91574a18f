package io.sallyport.proxy.credentials.chunk;

import io.sallyport.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * One chunk of a body, or the trailers behind the last, with the bytes that a signature covers. Not safe for concurrent
 * use: a signature is written into its bytes.
 */
public final class AwsChunk {
    private final Covers covers;
    private final byte[] wire;
    private final int signatureAt;
    private final byte[] content;
    private final int from;
    private final int to;

    private AwsChunk(Covers covers, byte[] wire, int signatureAt, byte[] content, int from, int to) {
        this.covers = covers;
        this.wire = wire;
        this.signatureAt = signatureAt;
        this.content = content;
        this.from = from;
        this.to = to;
    }

    /** What a signature covers, by the first line of the text that is signed. */
    enum Covers {
        DATA("AWS4-HMAC-SHA256-PAYLOAD"),
        TRAILERS("AWS4-HMAC-SHA256-TRAILER");

        private final String label;

        Covers(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /**
     * A chunk of data.
     *
     * @param wire all of it, as it is sent
     * @param signatureAt where in {@code wire} the digits of the signature begin
     * @param from where the data begin
     * @param to where they end
     */
    static AwsChunk ofData(byte[] wire, int signatureAt, int from, int to) {
        return new AwsChunk(Covers.DATA, wire, signatureAt, wire, from, to);
    }

    /** Trailers, of which {@code covered} is signed. */
    static AwsChunk ofTrailers(byte[] wire, int signatureAt, String covered) {
        byte[] content = covered.getBytes(StandardCharsets.ISO_8859_1);
        return new AwsChunk(Covers.TRAILERS, wire, signatureAt, content, 0, content.length);
    }

    Covers covers() {
        return covers;
    }

    /** The hash of what the signature covers. */
    Sha256 hash() {
        MessageDigest digest = Sha256.newDigest();
        digest.update(content, from, to - from);
        return Sha256.of(digest);
    }

    /** Bytes that are held for it. */
    public int heldBytes() {
        return wire.length;
    }

    /** Returns it as it is sent, with that signature in the place of the one that stands there. */
    byte[] with(byte[] signature) {
        byte[] digits = HexFormat.of().formatHex(signature).getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(digits, 0, wire, signatureAt, digits.length);
        return wire;
    }
}
