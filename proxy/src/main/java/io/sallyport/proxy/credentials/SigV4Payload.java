package io.sallyport.proxy.credentials;

import io.sallyport.proxy.credentials.chunk.ChunkForm;

/** What a signature says of the body of a request ({@code HashedPayload} of the canonical request). Immutable. */
sealed interface SigV4Payload {
    /**
     * What the request says, and goes on saying: the target compares it with what arrives.
     *
     * @param text the hash by SHA-256 in hexadecimal digits, or a word for a body that is not signed
     */
    record Said(String text) implements SigV4Payload {}

    /**
     * Chunks, each with a signature that covers the one before it, the first of them that of the head.
     *
     * @param text the word that the head says for them
     */
    record Chunks(String text, ChunkForm form) implements SigV4Payload {}

    /**
     * The hash of the body as it is sent, which nobody has said.
     *
     * @param inField whether a field says it to the target
     */
    record OfBody(boolean inField) implements SigV4Payload {}
}
