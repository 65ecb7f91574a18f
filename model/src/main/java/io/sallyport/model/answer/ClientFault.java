package io.sallyport.model.answer;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is wrong with the setup of a client, as far as its traffic shows. */
public enum ClientFault {
    /** It ended a handshake with an alert about the certificate (RFC 8446 section 6.2). */
    CA_NOT_TRUSTED,
    /** It offers no protocol that an opened tunnel carries. */
    NO_HTTP_OFFERED,
    /** It asks for an address, which nothing grants. */
    ADDRESS_FOR_NAME,
    /** It speaks plain HTTP to port 443, which nothing grants. */
    HTTP_TO_TLS_PORT,
    /** It keeps asking the proxy without credentials. */
    NO_CREDENTIALS,
    /** It keeps showing the same proxy credentials, which name no sandbox. */
    WRONG_CREDENTIALS;

    private static final int TLS_PORT = 443;

    /** Returns the word of the audit log, such as {@code ca_not_trusted}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the fault that a refusal or an end shows, or null if it shows none.
     *
     * @param detail the text of the TLS library, if it ended the handshake
     */
    public static @Nullable ClientFault of(
            ReasonCode reason, @Nullable CanonicalRequest request, @Nullable String detail) {
        return switch (reason) {
            case CLIENT_TLS_FAILED -> detail != null && isOfCertificate(detail) ? CA_NOT_TRUSTED : null;
            case ALPN_REFUSED -> NO_HTTP_OFFERED;
            case NO_GRANT -> request == null ? null : ofTarget(request);
            default -> null;
        };
    }

    private static @Nullable ClientFault ofTarget(CanonicalRequest request) {
        if (request.host().isAddress()) {
            return ADDRESS_FOR_NAME;
        }
        return request.scheme() == Scheme.HTTP && request.port() == TLS_PORT ? HTTP_TO_TLS_PORT : null;
    }

    private static boolean isOfCertificate(String detail) {
        String text = detail.toLowerCase(Locale.ROOT);
        return text.contains("unknown_ca") || text.contains("certificate_unknown") || text.contains("bad_certificate");
    }
}
