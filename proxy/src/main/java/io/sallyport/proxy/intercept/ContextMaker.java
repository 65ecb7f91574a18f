package io.sallyport.proxy.intercept;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.OpenSslCachingX509KeyManagerFactory;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;

/** Makes the TLS server of a CA. Safe for concurrent use; takes milliseconds, so not on event loops. */
final class ContextMaker {
    /** Forward secret and authenticated; the leaves are ECDSA, so nothing else could be agreed on. */
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final int MAX_NATIVE_LEAVES =
            256; // of a context, kept in BoringSSL's form; more are converted each time

    private final TlsProvider provider;
    private final InterceptLimits limits;
    private final SecureRandom random;
    private final Executor tasks;

    ContextMaker(TlsProvider provider, InterceptLimits limits, SecureRandom random, Executor tasks) {
        this.provider = provider;
        this.limits = limits;
        this.random = random;
        this.tasks = tasks;
    }

    CaContext make() {
        var keys = new LeafKeys(provider == TlsProvider.JDK ? UnaryOperator.identity() : UnsharedKey::new);
        try {
            SslContext context = SslContextBuilder.forServer(keyFactory(keys))
                    .sslProvider(provider.netty())
                    .protocols("TLSv1.3", "TLSv1.2")
                    .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            limits.protocols().names()))
                    .sessionCacheSize(limits.maxSessions())
                    .sessionTimeout(limits.contextLife().toSeconds())
                    .build();
            if (context.sessionContext() instanceof OpenSslServerSessionContext sessions) {
                sessions.setTicketKeys(ticketKey()); // the JDK's contexts make keys of their own
            }
            return new CaContext(context, keys, tasks);
        } catch (SSLException e) {
            throw new IllegalStateException("a TLS context could not be made", e);
        }
    }

    private KeyManagerFactory keyFactory(LeafKeys keys) {
        var factory = new LeafKeyFactory(keys);
        return provider == TlsProvider.JDK
                ? factory
                : new OpenSslCachingX509KeyManagerFactory(factory, MAX_NATIVE_LEAVES);
    }

    private OpenSslSessionTicketKey ticketKey() {
        return new OpenSslSessionTicketKey(
                bytes(OpenSslSessionTicketKey.NAME_SIZE),
                bytes(OpenSslSessionTicketKey.HMAC_KEY_SIZE),
                bytes(OpenSslSessionTicketKey.AES_KEY_SIZE));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
