package io.sallyport.leasebridge.receipt;

/**
 * The signature of a receipt. Immutable.
 *
 * @param key the id of the key: the first 16 hex digits of the SHA-256 of its public half in DER
 * @param value Ed25519 (RFC 8032) of {@link ReceiptJson#signedBytes}, in Base64 (RFC 4648, section 4)
 */
public record ReceiptSignature(String key, String value) {}
