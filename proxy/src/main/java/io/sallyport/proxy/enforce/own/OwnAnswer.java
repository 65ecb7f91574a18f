package io.sallyport.proxy.enforce.own;

/**
 * A body of the gateway's own, and what it is.
 *
 * @param retryAfterSeconds when to ask again, where a rate refused; 0 else
 */
public record OwnAnswer(String contentType, String body, long retryAfterSeconds) {
    public OwnAnswer(String contentType, String body) {
        this(contentType, body, 0);
    }

    /** JSON. */
    public static OwnAnswer json(String body) {
        return new OwnAnswer("application/json", body);
    }

    /** The same, with when to ask again. */
    public OwnAnswer retryAfter(long seconds) {
        return new OwnAnswer(contentType, body, seconds);
    }

    /** Certificates in text (RFC 8555, section 9.1). */
    static OwnAnswer pem(String body) {
        return new OwnAnswer("application/pem-certificate-chain", body);
    }
}
