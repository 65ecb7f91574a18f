package io.sallyport.admin;

import io.netty.handler.ssl.SslContext;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.model.SandboxId;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the control API listens, and the addresses of the gateway's other listeners that it reports.
 *
 * @param listen the address; port 0 chooses a free port
 * @param tls null for plain HTTP, which is served on loopback only
 * @param hostNames names, besides those of loopback, under which callers may reach it; case is ignored
 * @param proxyUrl the proxy URL given to sandboxes, such as {@code http://127.0.0.1:3128}, without user information
 * @param ownUrls proxy URLs of sandboxes that have a port of their own
 * @param fetchUrl URL of the fetch endpoint, or null if there is none
 * @param issuers those whose identity tokens a PUT may carry
 */
public record AdminSettings(
        InetSocketAddress listen,
        @Nullable SslContext tls,
        Set<String> hostNames,
        String proxyUrl,
        Map<SandboxId, String> ownUrls,
        @Nullable String fetchUrl,
        AdminLimits limits,
        IdentityIssuers issuers) {
    public AdminSettings {
        hostNames =
                hostNames.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        if (tls == null && (listen.isUnresolved() || !listen.getAddress().isLoopbackAddress())) {
            throw new IllegalArgumentException("admin.listen: " + listen.getHostString()
                    + " is not a loopback address, and no TLS is configured (expected: 127.0.0.1, ::1, or TLS)");
        }
        ownUrls = Map.copyOf(ownUrls);
        requireUrl(proxyUrl);
        ownUrls.values().forEach(AdminSettings::requireUrl);
    }

    private static void requireUrl(String proxyUrl) {
        if (!proxyUrl.matches("https?://[^/?#@]+")) {
            throw new IllegalArgumentException("proxyUrl: " + proxyUrl + " (expected: http://HOST:PORT)");
        }
    }

    /** Returns settings for plain HTTP on loopback with the default limits. */
    public static AdminSettings of(InetSocketAddress listen, String proxyUrl) {
        return new AdminSettings(
                listen, null, Set.of(), proxyUrl, Map.of(), null, AdminLimits.DEFAULTS, IdentityIssuers.none());
    }

    /** Returns a copy with the proxy URLs of sandboxes that have a port of their own. */
    public AdminSettings withOwnUrls(Map<SandboxId, String> urls) {
        return new AdminSettings(listen, tls, hostNames, proxyUrl, urls, fetchUrl, limits, issuers);
    }

    /** Returns a copy with another fetch endpoint; null for none. */
    public AdminSettings withFetchUrl(@Nullable String url) {
        return new AdminSettings(listen, tls, hostNames, proxyUrl, ownUrls, url, limits, issuers);
    }

    /** Returns a copy with those whose identity tokens count. */
    public AdminSettings withIssuers(IdentityIssuers other) {
        return new AdminSettings(listen, tls, hostNames, proxyUrl, ownUrls, fetchUrl, limits, other);
    }

    /** Returns the proxy URL given to {@code sandbox}. */
    String proxyUrlOf(SandboxId sandbox) {
        return ownUrls.getOrDefault(sandbox, proxyUrl);
    }
}
