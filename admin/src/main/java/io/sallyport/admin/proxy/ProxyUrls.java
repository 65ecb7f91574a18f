package io.sallyport.admin.proxy;

import io.sallyport.model.SandboxId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of the proxy's listeners that are given to sandboxes, without user information. Immutable.
 *
 * @param http such as {@code http://127.0.0.1:3128}
 * @param own of sandboxes that have a port of their own for HTTP
 * @param socks such as {@code socks5h://127.0.0.1:1080}, or null if there is no such listener for all
 * @param ownSocks of sandboxes that have a port of their own for SOCKS5
 * @param tls such as {@code https://127.0.0.1:3443}, or null if there is no such listener
 */
public record ProxyUrls(
        String http,
        Map<SandboxId, String> own,
        @Nullable String socks,
        Map<SandboxId, String> ownSocks,
        @Nullable String tls) {
    public ProxyUrls {
        own = Map.copyOf(own);
        ownSocks = Map.copyOf(ownSocks);
        requireUrl(http);
        own.values().forEach(ProxyUrls::requireUrl);
    }

    /** Returns the URL of a single listener for HTTP. */
    public static ProxyUrls of(String http) {
        return new ProxyUrls(http, Map.of(), null, Map.of(), null);
    }

    /**
     * Returns the URLs with {@code host} in place of the addresses that listeners are bound to.
     *
     * @param host as in a URL
     */
    public ProxyUrls at(String host) {
        return new ProxyUrls(
                at(host, http), at(host, own), atOrNull(host, socks), at(host, ownSocks), atOrNull(host, tls));
    }

    private static Map<SandboxId, String> at(String host, Map<SandboxId, String> urls) {
        var moved = new HashMap<>(urls);
        moved.replaceAll((_, url) -> at(host, url));
        return moved;
    }

    private static @Nullable String atOrNull(String host, @Nullable String url) {
        return url == null ? null : at(host, url);
    }

    private static String at(String host, String url) {
        return url.substring(0, url.indexOf("://") + 3) + host + url.substring(url.lastIndexOf(':'));
    }

    private static void requireUrl(String url) {
        if (!url.matches("https?://[^/?#@]+")) {
            throw new IllegalArgumentException("proxyUrl: " + url + " (expected: http://HOST:PORT)");
        }
    }

    /** Returns the URL for HTTP of {@code sandbox}. */
    public String of(SandboxId sandbox) {
        return own.getOrDefault(sandbox, http);
    }

    /** Returns the URL of that kind for {@code sandbox}, or null if there is no such listener. */
    public @Nullable String of(ProxyKind kind, SandboxId sandbox) {
        return switch (kind) {
            case HTTP -> of(sandbox);
            case SOCKS -> ownSocks.getOrDefault(sandbox, socks);
            case TLS -> tls;
        };
    }
}
