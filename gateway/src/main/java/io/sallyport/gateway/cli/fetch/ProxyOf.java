package io.sallyport.gateway.cli.fetch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The proxy that the environment names for a URL; none for this machine itself. */
record ProxyOf(URI proxy) {
    private static final int DEFAULT_PORT = 80;

    static @Nullable ProxyOf environment(URI target, Map<String, String> env) {
        String lower = target.getScheme() + "_proxy";
        String named = env.getOrDefault(lower, env.getOrDefault(lower.toUpperCase(Locale.ROOT), ""));
        return named.isEmpty() || isLoopback(target.getHost()) ? null : new ProxyOf(URI.create(named));
    }

    private static boolean isLoopback(@Nullable String host) {
        if (host == null || host.equals("localhost")) {
            return true;
        }
        try {
            return host.matches("\\[.*]|[0-9.]+") && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }

    ProxySelector selector() {
        return ProxySelector.of(
                new InetSocketAddress(proxy.getHost(), proxy.getPort() < 0 ? DEFAULT_PORT : proxy.getPort()));
    }

    /** Shows the credentials that stand in the proxy's URL. */
    void authorize(HttpRequest.Builder request) {
        String user = proxy.getUserInfo();
        if (user != null) {
            String encoded = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
            request.header("Proxy-Authorization", "Basic " + encoded);
        }
    }
}
