package io.sallyport.proxy;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.transport.ComputingThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TLS of the proxy's own listeners: TLS 1.2 and 1.3, a certificate of the operator's, and a client certificate where a
 * client has one. A session is resumed for a second at most. Safe for concurrent use; its creator closes it
 * once the listeners are.
 */
public final class ListenerTls implements AutoCloseable {
    private static final List<String> HTTP_1 = List.of(ApplicationProtocolNames.HTTP_1_1);
    private static final List<String> HTTP_2_AND_1 =
            List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);

    private final Files files;
    private final SslProvider provider;
    private final ApplicationProtocolConfig protocols;
    private final ComputingThreads handshakes = ServerTls.handshakeThreads();
    private volatile Loaded loaded;

    /**
     * What it is read from.
     *
     * @param cert chain in PEM, the listener's own certificate first
     * @param key its key in PEM, PKCS 8, not encrypted
     * @param clientCa roots that client certificates lead to, or null: none is asked for
     */
    public record Files(Path cert, Path key, @Nullable Path clientCa) {}

    /** What the files held; {@code expiresAt} is the end of the listener's own certificate. */
    private record Loaded(SslContext context, Instant expiresAt) {}

    private ListenerTls(Files files, SslProvider provider, List<String> protocols) throws IOException {
        this.files = files;
        this.provider = provider;
        this.protocols = new ApplicationProtocolConfig(
                Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, protocols);
        this.loaded = read();
    }

    /**
     * Reads the files.
     *
     * @param offersHttp2 whether clients that know HTTP/2 speak it; all others speak HTTP/1.1
     * @throws IOException where one cannot be read, or does not hold what it should; the message names the files
     */
    public static ListenerTls open(Files files, TlsProvider provider, boolean offersHttp2) throws IOException {
        return new ListenerTls(
                files,
                provider == TlsProvider.JDK ? SslProvider.JDK : SslProvider.OPENSSL,
                offersHttp2 ? HTTP_2_AND_1 : HTTP_1);
    }

    /**
     * Reads the files again, for connections that come from now on.
     *
     * @throws IOException as {@link #open}; what was read before stays in use
     */
    public void reload() throws IOException {
        loaded = read();
    }

    /** Returns when the listener's certificate ends. */
    public Instant expiresAt() {
        return loaded.expiresAt();
    }

    private Loaded read() throws IOException {
        Path clientCa = files.clientCa();
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(
                            files.cert().toFile(), files.key().toFile())
                    .sslProvider(provider)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .applicationProtocolConfig(protocols)
                    .sessionTimeout(1)
                    .sessionCacheSize(1);
            if (clientCa != null) {
                builder.trustManager(clientCa.toFile()).clientAuth(ClientAuth.OPTIONAL);
            }
            return new Loaded(builder.build(), end());
        } catch (IOException | CertificateException | IllegalArgumentException e) {
            throw new IOException("not a certificate, its key and roots: " + files + ": " + e.getMessage(), e);
        }
    }

    private Instant end() throws IOException, CertificateException {
        try (InputStream in = java.nio.file.Files.newInputStream(files.cert())) {
            var first =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return first.getNotAfter().toInstant();
        }
    }

    /** A handler for one connection; the sweep of the proxy bounds its handshake. */
    SslHandler newHandler(ByteBufAllocator alloc) {
        SslHandler handler = loaded.context().newHandler(alloc, handshakes);
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    @Override
    public void close() {
        handshakes.close();
    }
}
