package io.sallyport.admin;

import io.netty.handler.ssl.SslContext;
import io.sallyport.model.SandboxId;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the control API listens and what it tells of the other doors.
 *
 * @param listen port 0: one is chosen
 * @param tls null: plain HTTP, which is served on loopback only
 * @param hostNames names under which callers may reach it beside loopback's; compared without case
 * @param proxyUrl what sandboxes are given as their proxy, as {@code http://127.0.0.1:3128}, without user information
 * @param ownUrls the same for sandboxes with a port of their own
 * @param fetchUrl where the fetch endpoint is, or null while there is none
 */
public record AdminSettings(
        InetSocketAddress listen,
        @Nullable SslContext tls,
        Set<String> hostNames,
        String proxyUrl,
        Map<SandboxId, String> ownUrls,
        @Nullable String fetchUrl,
        AdminLimits limits) {
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

    /** Plain HTTP on loopback with the default bounds. */
    public static AdminSettings of(InetSocketAddress listen, String proxyUrl) {
        return new AdminSettings(listen, null, Set.of(), proxyUrl, Map.of(), null, AdminLimits.DEFAULTS);
    }

    /** These, with ports of sandboxes' own. */
    public AdminSettings withOwnUrls(Map<SandboxId, String> urls) {
        return new AdminSettings(listen, tls, hostNames, proxyUrl, urls, fetchUrl, limits);
    }

    /** These, with a fetch endpoint, or without where {@code url} is null. */
    public AdminSettings withFetchUrl(@Nullable String url) {
        return new AdminSettings(listen, tls, hostNames, proxyUrl, ownUrls, url, limits);
    }

    /** What {@code sandbox} is given as its proxy. */
    String proxyUrlOf(SandboxId sandbox) {
        return ownUrls.getOrDefault(sandbox, proxyUrl);
    }
}
