package io.sallyport.proxy.identity;

import io.sallyport.model.SandboxId;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What the certificate of a TLS client says, once the handshake has verified it. It names a sandbox by its only subject
 * alternative name, the URI {@code sallyport:sandbox:ID}; the common name is not read. Immutable.
 */
public sealed interface ClientCertificate {
    /** No certificate was shown. */
    record None() implements ClientCertificate {}

    /** It names that sandbox, which need not exist. */
    record Names(SandboxId sandbox) implements ClientCertificate {}

    /** It names none, or several. {@code why} is safe to show. */
    record NamesNobody(String why) implements ClientCertificate {}

    ClientCertificate NONE = new None();

    /** What stands before the id in the URI. */
    String URI_PREFIX = "sallyport:sandbox:";

    /** The code of a URI among subject alternative names (RFC 5280 section 4.2.1.6). */
    int URI = 6;

    /** What was shown in that session, after its handshake. */
    static ClientCertificate of(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate shown ? of(shown) : NONE;
        } catch (SSLPeerUnverifiedException _) {
            return NONE;
        }
    }

    /** What {@code shown} says. */
    static ClientCertificate of(X509Certificate shown) {
        Collection<List<?>> names;
        try {
            names = shown.getSubjectAlternativeNames();
        } catch (CertificateParsingException _) {
            return new NamesNobody("the names of the client certificate cannot be read");
        }
        if (names == null || names.size() != 1) {
            return new NamesNobody("the client certificate has not exactly one subject alternative name");
        }
        SandboxId id = sandbox(names.iterator().next());
        return id == null
                ? new NamesNobody("the name of the client certificate is not the URI " + URI_PREFIX + "ID")
                : new Names(id);
    }

    private static @Nullable SandboxId sandbox(List<?> name) {
        return name.getFirst().equals(URI) && name.getLast() instanceof String uri && uri.startsWith(URI_PREFIX)
                ? SandboxId.parse(uri.substring(URI_PREFIX.length()))
                : null;
    }
}
