package io.sallyport.proxy.intercept;

import java.io.Serial;
import java.security.PrivateKey;

/**
 * A leaf's key as BoringSSL is given it, which reads its encoding. Another object for each who asks: Netty (4.2.18)
 * converts a key once for all who show the same object, and where two of them are the first at the same time, it keeps
 * that conversion for good.
 */
final class UnsharedKey implements PrivateKey {
    @Serial
    private static final long serialVersionUID = 1;

    private final PrivateKey key;

    UnsharedKey(PrivateKey key) {
        this.key = key;
    }

    @Override
    public String getAlgorithm() {
        return key.getAlgorithm();
    }

    @Override
    public String getFormat() {
        return key.getFormat();
    }

    @Override
    public byte[] getEncoded() {
        return key.getEncoded();
    }

    @Override
    public String toString() {
        return "UnsharedKey[" + getAlgorithm() + "]";
    }
}
