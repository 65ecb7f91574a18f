package io.sallyport.proxy.intercept;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * A certificate for one name, its issuer's, and the key. Immutable.
 *
 * @param alias names this very certificate: no two leaves of a CA have the same
 */
record LeafCertificate(String alias, X509Certificate certificate, X509Certificate issuer, PrivateKey key) {
    /** A copy: the leaf, then its issuer (a client may lack the second where it trusts by key). */
    X509Certificate[] chain() {
        return new X509Certificate[] {certificate, issuer};
    }

    Instant notBefore() {
        return certificate.getNotBefore().toInstant();
    }

    Instant notAfter() {
        return certificate.getNotAfter().toInstant();
    }

    @Override
    public String toString() {
        return "Leaf[" + alias + "]";
    }
}
