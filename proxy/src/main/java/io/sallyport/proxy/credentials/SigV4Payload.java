package io.sallyport.proxy.credentials;

/** What a signature says of the body of a request ({@code HashedPayload} of the canonical request). Immutable. */
sealed interface SigV4Payload {
    /**
     * What the request says, and goes on saying: the target compares it with what arrives.
     *
     * @param text the hash by SHA-256 in hexadecimal digits, or a word for a body that is not signed
     */
    record Said(String text) implements SigV4Payload {}

    /**
     * The hash of the body as it is sent, which nobody has said.
     *
     * @param inField whether a field says it to the target
     */
    record OfBody(boolean inField) implements SigV4Payload {}
}
