package io.sallyport.cli.command;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The proxy that the environment selects for a URL. */
public sealed interface ProxyOf {
    /** A usable way to the URL. */
    sealed interface Usable extends ProxyOf {
        /** Selects this way, ignoring the proxy properties of this JVM. */
        default void take(HttpClient.Builder client, HttpRequest.Builder request) {
            switch (this) {
                case None _ -> client.proxy(HttpClient.Builder.NO_PROXY);
                case At at -> {
                    client.proxy(ProxySelector.of(new InetSocketAddress(at.host, at.port)));
                    at.authorize(request);
                }
            }
        }
    }

    /** The URL is requested directly. */
    record None() implements Usable {}

    /**
     * The URL is requested through this proxy.
     *
     * @param userInfo sent to the proxy, or null
     */
    record At(String host, int port, @Nullable String userInfo) implements Usable {
        /** Sends the credentials from the variable. */
        private void authorize(HttpRequest.Builder request) {
            if (userInfo != null) {
                byte[] shown = userInfo.getBytes(StandardCharsets.UTF_8);
                request.header(
                        "Proxy-Authorization", "Basic " + Base64.getEncoder().encodeToString(shown));
            }
        }

        /** Omits the secret. */
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /** The value of {@code variable}, which may be a secret, is not a proxy. */
    record Unusable(String variable) implements ProxyOf {}

    /**
     * Returns the proxy for {@code target}: none for this machine itself and for hosts in {@code no_proxy}. The
     * lower-case form of each variable takes precedence.
     */
    static ProxyOf environment(URI target, Map<String, String> env) {
        String variable = variable(target.getScheme() + "_proxy", env);
        String named = env.getOrDefault(variable, "");
        String excepted = env.getOrDefault(variable("no_proxy", env), "");
        boolean isDirect = named.isEmpty()
                || NoProxy.isLoopback(target)
                || NoProxy.of(excepted).covers(target);
        return isDirect ? new None() : parsed(variable, named);
    }

    private static String variable(String lower, Map<String, String> env) {
        return env.containsKey(lower) ? lower : lower.toUpperCase(Locale.ROOT);
    }

    private static ProxyOf parsed(String variable, String text) {
        try {
            URI proxy = new URI(text.contains("://") ? text : "http://" + text);
            String host = proxy.getHost();
            if (host != null && "http".equalsIgnoreCase(proxy.getScheme())) {
                return new At(host, proxy.getPort() < 0 ? 80 : proxy.getPort(), proxy.getUserInfo());
            }
        } catch (URISyntaxException _) {
            // reported by the variable's name
        }
        return new Unusable(variable);
    }
}
