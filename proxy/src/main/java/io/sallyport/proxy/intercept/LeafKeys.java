package io.sallyport.proxy.intercept;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows each connection of one CA the leaf that was chosen for it. Safe for concurrent use.
 *
 * <p>The leaf is known before the handler is made, and both providers hand an engine's peer host, the very String
 * object, through as it was given. So that object is the connection's claim on its leaf, and keeps it for as long as
 * the engine lives, whatever the cache of leaves has dropped meanwhile. SNI plays no part: names without it and
 * addresses work alike.
 */
final class LeafKeys extends X509ExtendedKeyManager {
    /** By identity; as many as there are connections. */
    private final Cache<String, LeafCertificate> claims =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    private final UnaryOperator<PrivateKey> lending;

    /** {@code lending} is what a provider is given for a leaf's key. */
    LeafKeys(UnaryOperator<PrivateKey> lending) {
        this.lending = lending;
    }

    /** What the engine of a connection that shall show {@code leaf} is to be told as its peer host. */
    @SuppressWarnings("StringCopy") // its identity is the point
    String claim(LeafCertificate leaf) {
        String claim = new String(leaf.alias());
        claims.put(claim, leaf);
        return claim;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        String claim = engine == null || !isEcdsa(keyType) ? null : engine.getPeerHost();
        return claim == null || claims.getIfPresent(claim) == null ? null : claim;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        LeafCertificate leaf = claims.getIfPresent(alias);
        return leaf == null ? null : leaf.chain();
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        LeafCertificate leaf = claims.getIfPresent(alias);
        return leaf == null ? null : lending.apply(leaf.key());
    }

    /** The JDK says EC; Netty's engines say EC_EC, a key of a curve signed by another. */
    private static boolean isEcdsa(String keyType) {
        return keyType.equals("EC") || keyType.equals("EC_EC");
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }
}
