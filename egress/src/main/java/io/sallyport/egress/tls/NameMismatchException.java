package io.sallyport.egress.tls;

import java.security.cert.CertificateException;

/** The certificate is for another host. */
final class NameMismatchException extends CertificateException {
    private static final long serialVersionUID = 1L;

    NameMismatchException(String host) {
        super("no subject alternative name is " + host);
    }
}
