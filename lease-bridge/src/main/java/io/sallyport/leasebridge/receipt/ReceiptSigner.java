package io.sallyport.leasebridge.receipt;

/** Signs receipts of delegations. Safe for concurrent use. */
public interface ReceiptSigner {
    /** Returns the id of the key, as in {@link ReceiptSignature#key}. */
    String key();

    /** Returns the Ed25519 signature of {@code text} in Base64 (RFC 4648, section 4). */
    String sign(byte[] text);
}
