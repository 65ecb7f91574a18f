package io.sallyport.egress.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.model.host.CanonicalHost;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The client side of TLS for all targets: TLS 1.2 and 1.3, forward-secret AEAD ciphers (RFC 9325 section 4.2), ALPN
 * {@code http/1.1}, and {@code h2} before it where the target may speak it, no renegotiation, no compression (neither
 * provider has it), and a client certificate only where one is given for that connection. Sessions are not resumed: a
 * session resumed for another sandbox would tell the target that both use one gateway, and would skip the check of the
 * certificate. Safe for concurrent use; must be closed after the last connection.
 */
public final class TargetTls implements AutoCloseable {
    private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    /** With an unknown port, the JDK never finds a cached session for a connection. */
    private static final int NO_PORT = -1;

    private static final int IDLE_SECONDS = 30;

    private static final List<String> HTTP_1 = List.of(ApplicationProtocolNames.HTTP_1_1);
    private static final List<String> HTTP_2 =
            List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);

    private final SslProvider provider;
    private final TargetVerifier verifier;
    private final ClientContexts anonymous;
    private final ThreadPoolExecutor checking;

    private TargetTls(
            SslProvider provider, TargetVerifier verifier, ClientContexts anonymous, ThreadPoolExecutor checking) {
        this.provider = provider;
        this.verifier = verifier;
        this.anonymous = anonymous;
        this.checking = checking;
    }

    /** Returns BoringSSL if its library is present, else the JDK's provider. */
    public static SslProvider bestProvider() {
        return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    /**
     * Creates the context of one gateway. Loads classes and libraries, so do not call it on an event loop.
     *
     * @param provider {@code JDK} or {@code OPENSSL}
     * @param maxHandshakes how many handshakes may wait for their check at once; one more fails
     * @param nanoClock elapsed time; decides how long an accepted chain is cached
     */
    public static TargetTls create(SslProvider provider, TrustRoots roots, int maxHandshakes, LongSupplier nanoClock) {
        try {
            TargetVerifier verifier = TargetVerifier.of(roots, nanoClock);
            return new TargetTls(provider, verifier, contexts(provider, verifier, _ -> {}), checking(maxHandshakes));
        } catch (GeneralSecurityException | SSLException e) {
            throw new IllegalStateException("TLS of " + provider + " cannot be used", e);
        }
    }

    /**
     * Returns an identity for connections of this context, or of one with the same provider and roots. Reads and copies
     * the key, so do not call it on an event loop.
     *
     * @param chain the certificate of {@code key} first, then those of its issuers
     * @throws SSLException if the provider does not take them; its message may quote the certificate, not the key
     */
    public ClientIdentity identity(List<X509Certificate> chain, PrivateKey key) throws SSLException {
        X509Certificate[] shown = chain.toArray(X509Certificate[]::new);
        return new ClientIdentity(contexts(provider, verifier, builder -> builder.keyManager(key, shown)));
    }

    private static ClientContexts contexts(
            SslProvider provider, TargetVerifier verifier, Consumer<SslContextBuilder> identity) throws SSLException {
        SslContext http1 = context(provider, verifier, HTTP_1, identity);
        try {
            return new ClientContexts(http1, context(provider, verifier, HTTP_2, identity));
        } catch (SSLException e) {
            ReferenceCountUtil.release(http1);
            throw e;
        }
    }

    private static SslContext context(
            SslProvider provider, TargetVerifier verifier, List<String> protocols, Consumer<SslContextBuilder> identity)
            throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(provider)
                .trustManager(verifier)
                .protocols(VERSIONS)
                .ciphers(CIPHERS)
                .sessionCacheSize(1)
                .sessionTimeout(1)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        protocols));
        if (provider == SslProvider.OPENSSL) {
            // The chain is checked by a task, as with the JDK, and not during a read on the event loop.
            builder.option(OpenSslContextOption.USE_TASKS, true);
        }
        identity.accept(builder);
        SslContext context = builder.build();
        if (context.sessionContext() instanceof OpenSslSessionContext sessions) {
            sessions.setSessionCacheEnabled(false);
        }
        return context;
    }

    private static ThreadPoolExecutor checking(int maxHandshakes) {
        int threads = Runtime.getRuntime().availableProcessors();
        var executor = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(maxHandshakes),
                new DefaultThreadFactory("target-tls", true));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * Returns a handler for one connection to {@code host}; it must be the first of its pipeline.
     *
     * @param offersHttp2 whether HTTP/2 is offered before HTTP/1.1
     * @param timeoutMillis for the handshake, at least 1
     */
    public SslHandler newHandler(
            ByteBufAllocator allocator, CanonicalHost host, boolean offersHttp2, long timeoutMillis) {
        return newHandler(allocator, host, offersHttp2, timeoutMillis, anonymous);
    }

    /** The same, and a target that asks for a certificate is shown {@code identity}; null where that is closed. */
    public @Nullable SslHandler newHandler(
            ByteBufAllocator allocator,
            CanonicalHost host,
            boolean offersHttp2,
            long timeoutMillis,
            ClientIdentity identity) {
        if (!identity.retain()) {
            return null;
        }
        try {
            return newHandler(allocator, host, offersHttp2, timeoutMillis, identity.contexts());
        } finally {
            identity.release(); // the handler keeps its own reference to what it needs
        }
    }

    private SslHandler newHandler(
            ByteBufAllocator allocator,
            CanonicalHost host,
            boolean offersHttp2,
            long timeoutMillis,
            ClientContexts contexts) {
        SslContext context = offersHttp2 ? contexts.http2() : contexts.http1();
        SslHandler handler = context.newHandler(allocator, host.text(), NO_PORT, checking);
        handler.setHandshakeTimeoutMillis(timeoutMillis);
        // A new object leaves the engine's versions and ciphers alone; the engine's own would set them again, name by
        // name.
        SSLParameters parameters = new SSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols((offersHttp2 ? HTTP_2 : HTTP_1).toArray(String[]::new));
        parameters.setServerNames(serverNames(host));
        handler.engine().setSSLParameters(parameters);
        return handler;
    }

    /** Sends the name even if it has one label, but never an address (RFC 6066 section 3). */
    private static List<SNIServerName> serverNames(CanonicalHost host) {
        return host.isAddress()
                ? List.of()
                : List.of(new SNIHostName(host.text().getBytes(StandardCharsets.US_ASCII)));
    }

    /** Must be called when the handshake is done: it prevents a second one. */
    public static void shakenHands(SslHandler handler) {
        SSLEngine engine = handler.engine();
        if (engine.getSession().getProtocol().equals("TLSv1.2") && engine.getEnableSessionCreation()) {
            engine.setEnableSessionCreation(false);
        }
    }

    @Override
    public void close() {
        checking.shutdown();
    }
}
