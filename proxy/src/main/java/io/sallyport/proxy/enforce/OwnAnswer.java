package io.sallyport.proxy.enforce;

/** A body of the gateway's own, and what it is. */
public record OwnAnswer(String contentType, String body) {
    /** JSON. */
    public static OwnAnswer json(String body) {
        return new OwnAnswer("application/json", body);
    }

    /** Certificates in text (RFC 8555, section 9.1). */
    static OwnAnswer pem(String body) {
        return new OwnAnswer("application/pem-certificate-chain", body);
    }
}
