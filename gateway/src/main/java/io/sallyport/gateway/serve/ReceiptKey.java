package io.sallyport.gateway.serve;

import io.sallyport.audit.segment.SigningKey;
import io.sallyport.leasebridge.receipt.ReceiptSigner;

/** Signs receipts by the key of the audit log. Safe for concurrent use. */
record ReceiptKey(SigningKey signing) implements ReceiptSigner {
    @Override
    public String key() {
        return signing.verifying().id();
    }

    @Override
    public String sign(byte[] text) {
        return signing.sign(text);
    }
}
