package io.sallyport.egress.tls;

import io.sallyport.model.host.CanonicalHost;
import java.net.InetAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Matches a certificate against a host by RFC 9525: only subject alternative names, never the common name; an address
 * only as an address; a wildcard only as the whole first label, for exactly one label.
 */
final class CertificateNames {
    private static final int DNS_NAME = 2; // the choices of GeneralName, RFC 5280 section 4.2.1.6
    private static final int IP_ADDRESS = 7;

    private CertificateNames() {}

    static boolean match(X509Certificate certificate, CanonicalHost host) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names != null && names.stream().anyMatch(name -> matches(name, host));
    }

    private static boolean matches(List<?> name, CanonicalHost host) {
        byte[] address = host.address();
        return switch (name.get(0)) {
            case Integer kind
            when kind == DNS_NAME ->
                address == null && name.get(1) instanceof String pattern && covers(pattern, host.text());
            case Integer kind
            when kind == IP_ADDRESS ->
                address != null && name.get(1) instanceof String text && isAddress(text, address);
            default -> false;
        };
    }

    /** Both names consist of A-labels; {@code host} is canonical. */
    static boolean covers(String pattern, String host) {
        String lower = pattern.toLowerCase(Locale.ROOT);
        if (!lower.startsWith("*.")) {
            return lower.equals(host);
        }
        int firstDot = host.indexOf('.');
        return firstDot > 0 && lower.substring(1).equals(host.substring(firstDot));
    }

    /** Compares a literal address. The JDK returns the certificate's address as a literal, so there is no lookup. */
    private static boolean isAddress(String text, byte[] address) {
        try {
            return Arrays.equals(InetAddress.ofLiteral(text).getAddress(), address);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
