package io.sallyport.egress.tls;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a handshake with a target failed, for the audit and operators. */
public enum TlsFault {
    EXPIRED("expired"),
    NOT_YET_VALID("not yet valid"),
    NAME_DIFFERS("name differs"),
    UNKNOWN_ISSUER("unknown issuer"),
    /** Another fault of the chain: a signature, a constraint, a weak algorithm, an issuer that is not a CA. */
    CERTIFICATE("certificate not accepted"),
    VERSION("version"),
    /** No common cipher, a malformed message, a closed connection, or a peer that does not speak TLS. */
    HANDSHAKE("handshake failed");

    /** The maximum length, in characters, of the provider's own message, which quotes the target. */
    private static final int MAX_WORDS = 200;

    /** How many nested causes are inspected. */
    private static final int MAX_DEPTH = 16;

    private final String words;

    TlsFault(String words) {
        this.words = words;
    }

    /** Returns the fault and the provider's message for it; both providers wrap the verifier's own exception. */
    public static String describe(Throwable failure) {
        String said = String.valueOf(failure.getMessage());
        return of(failure).words + ": " + said.substring(0, Math.min(said.length(), MAX_WORDS));
    }

    static TlsFault of(Throwable failure) {
        TlsFault found = HANDSHAKE;
        Throwable one = failure;
        for (int depth = 0; one != null && depth < MAX_DEPTH; depth++) {
            TlsFault here = ofOne(one);
            found = here == null || found.compareTo(here) < 0 ? found : here;
            one = one.getCause();
        }
        return found;
    }

    private static @Nullable TlsFault ofOne(Throwable one) {
        return switch (one) {
            case CertificateExpiredException _ -> EXPIRED;
            case CertificateNotYetValidException _ -> NOT_YET_VALID;
            case NameMismatchException _ -> NAME_DIFFERS;
            case CertPathBuilderException _ -> UNKNOWN_ISSUER;
            case CertificateException _ -> CERTIFICATE;
            default -> isOfVersion(String.valueOf(one.getMessage())) ? VERSION : null;
        };
    }

    /** Alerts and errors of OpenSSL have no exception type of their own, only a message. */
    private static boolean isOfVersion(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        return lower.contains("protocol_version")
                || lower.contains("protocol version")
                || lower.contains("unsupported_protocol");
    }
}
