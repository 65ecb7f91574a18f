package io.sallyport.egress.tls;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a target's chain: by name, and by PKIX (RFC 5280) up to a trusted root. It asks the engine only for the
 * host, so every provider of TLS yields the same verdict. Without an engine it refuses. Revocation is not checked: that
 * would make the gateway send a request to an address that the certificate chose. Accepted chains are cached for a
 * while ({@link AcceptedChains}). Safe for concurrent use.
 */
final class TargetVerifier extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager pkix;
    private final AcceptedChains accepted;

    private TargetVerifier(X509ExtendedTrustManager pkix, AcceptedChains accepted) {
        this.pkix = pkix;
        this.accepted = accepted;
    }

    /** @param nanoClock elapsed time; decides how long an accepted chain is cached */
    static TargetVerifier of(TrustRoots roots, LongSupplier nanoClock) throws GeneralSecurityException {
        var anchors = roots.certificates().stream()
                .map(root -> new TrustAnchor(root, null))
                .collect(Collectors.toSet());
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, null);
        parameters.setRevocationEnabled(false);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(new CertPathTrustManagerParameters(parameters));
        return new TargetVerifier(
                (X509ExtendedTrustManager) factory.getTrustManagers()[0], new AcceptedChains(nanoClock));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        CanonicalHost host = host(engine.getPeerHost());
        String protocol = engine.getHandshakeSession().getProtocol();
        var shown = AcceptedChains.Shown.of(host, protocol, authType, chain);
        if (!accepted.has(shown)) {
            judge(chain, authType, engine, host);
            accepted.add(shown, chain);
        }
    }

    private void judge(X509Certificate[] chain, String authType, SSLEngine engine, CanonicalHost host)
            throws CertificateException {
        if (!CertificateNames.match(chain[0], host)) {
            throw new NameMismatchException(host.text());
        }
        pkix.checkServerTrusted(chain, authType, engine);
    }

    private static CanonicalHost host(@Nullable String peer) throws CertificateException {
        String wire = peer == null ? "" : CanonicalHost.authority(peer);
        return switch (CanonicalHost.parse(wire)) {
            case Parsed.Accepted(CanonicalHost host) -> host;
            case Parsed.Rejected(String why, int _) ->
                throw new CertificateException("the connection is for no host: " + why);
        };
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("without an engine the name cannot be checked");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("without an engine the name cannot be checked");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("only targets are judged here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("only targets are judged here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("only targets are judged here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return pkix.getAcceptedIssuers();
    }
}
