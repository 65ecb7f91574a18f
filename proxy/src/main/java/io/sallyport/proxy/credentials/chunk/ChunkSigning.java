package io.sallyport.proxy.credentials.chunk;

/**
 * How the chunks of one request are signed, once its head is. Immutable.
 *
 * @param moment of the head, {@code yyyyMMdd'T'HHmmss'Z'}
 * @param scope {@code yyyyMMdd/REGION/SERVICE/aws4_request}
 * @param seed the signature of the head, in hexadecimal digits
 */
public record ChunkSigning(ChunkForm form, SigV4Key key, String moment, String scope, String seed) {
    /** Reads the chunks as the client sends them. */
    public AwsChunkReader reader() {
        return new AwsChunkReader(form);
    }

    /** Signs them in their order. */
    public SignatureChain chain() {
        return new SignatureChain(key, moment, scope, seed);
    }

    /** Without the signature. */
    @Override
    public String toString() {
        return "ChunkSigning[" + form + "]";
    }
}
