package io.sallyport.admin;

import io.netty.handler.ssl.SslContext;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.control.identity.IdentityIssuers;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the control API listens, and the addresses of the gateway's other listeners that it reports.
 *
 * @param listen the address; port 0 chooses a free port
 * @param tls null for plain HTTP, which is served on loopback only
 * @param hostNames names, besides those of loopback, under which callers may reach it; case is ignored
 * @param fetchUrl URL of the fetch endpoint, or null if there is none
 * @param issuers those whose identity tokens a PUT may carry
 */
public record AdminSettings(
        InetSocketAddress listen,
        @Nullable SslContext tls,
        Set<String> hostNames,
        ProxyUrls proxy,
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
    }

    /** Returns settings for plain HTTP on loopback with the default limits. */
    public static AdminSettings of(InetSocketAddress listen, ProxyUrls proxy) {
        return new AdminSettings(listen, null, Set.of(), proxy, null, AdminLimits.DEFAULTS, IdentityIssuers.none());
    }

    /** Returns a copy with another fetch endpoint; null for none. */
    public AdminSettings withFetchUrl(@Nullable String url) {
        return new AdminSettings(listen, tls, hostNames, proxy, url, limits, issuers);
    }

    /** Returns a copy with those whose identity tokens count. */
    public AdminSettings withIssuers(IdentityIssuers other) {
        return new AdminSettings(listen, tls, hostNames, proxy, fetchUrl, limits, other);
    }
}
