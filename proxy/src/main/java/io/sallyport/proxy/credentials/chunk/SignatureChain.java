package io.sallyport.proxy.credentials.chunk;

import io.sallyport.model.Sha256;
import java.util.HexFormat;

/**
 * Signs chunks one after the other, each together with the signature before it, so that none can be left out or moved
 * (Amazon S3 API Reference, "Transferring Payload in Multiple Chunks" and "Trailing headers"). One thread at a time.
 */
public final class SignatureChain {
    private static final String NOTHING = Sha256.of(new byte[0]).hex();

    private final SigV4Key key;
    private final String moment;
    private final String scope;
    private String previous;

    /**
     * Begins a chain.
     *
     * @param moment of the head, {@code yyyyMMdd'T'HHmmss'Z'}
     * @param scope {@code yyyyMMdd/REGION/SERVICE/aws4_request}
     * @param seed the signature of the head, in hexadecimal digits
     */
    SignatureChain(SigV4Key key, String moment, String scope, String seed) {
        this.key = key;
        this.moment = moment;
        this.scope = scope;
        this.previous = seed;
    }

    /** Signs the next chunk: returns it as it is sent. */
    public byte[] sign(AwsChunk chunk) {
        String covered = chunk.hash().hex();
        String hashes = switch (chunk.covers()) {
            case DATA -> NOTHING + "\n" + covered;
            case TRAILERS -> covered;
        };
        byte[] signature = key.sign(String.join("\n", chunk.covers().label(), moment, scope, previous, hashes));
        previous = HexFormat.of().formatHex(signature);
        return chunk.with(signature);
    }

    /** Without the signatures. */
    @Override
    public String toString() {
        return "SignatureChain[" + scope + "]";
    }
}
