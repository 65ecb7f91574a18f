package io.sallyport.admin.proxy;

import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.GatewayNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables that point ordinary clients at the proxy and the fetch endpoint as one sandbox. Contains
 * its tokens.
 */
public final class ProxyVariables {
    /** Reached without the proxy, for clients that share a machine with services of their own. */
    private static final String LOOPBACK_NAMES = "localhost,127.0.0.1,::1";

    private static final List<String> OF_HTTP = List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy");
    private static final List<String> OF_SOCKS = List.of("ALL_PROXY", "all_proxy");

    private ProxyVariables() {}

    /**
     * Returns all variables.
     *
     * @param proxyUrl URL of the proxy listener, without user information
     * @param fetchUrl URL of the fetch endpoint as the sandbox sees it, or null to leave it out
     */
    public static Map<String, String> of(String proxyUrl, @Nullable String fetchUrl, SandboxId id, Tokens fresh) {
        String url = proxyUrl.replace("://", "://" + escaped(id.text()) + ":" + escaped(fresh.proxyToken()) + "@");
        Map<String, String> variables = named(url, noProxy(fetchUrl));
        if (fetchUrl != null) {
            variables.put("FULLSEND_FETCH_URL", fetchUrl);
            variables.put("FULLSEND_FETCH_TOKEN", fresh.fetchToken());
        }
        variables.putAll(new TreeMap<>(fresh.placeholders().variables()));
        return variables;
    }

    /** Returns those of a proxy that belongs to one sandbox alone, and asks for no credentials. */
    public static Map<String, String> withoutCredentials(String proxyUrl) {
        return named(proxyUrl, LOOPBACK_NAMES);
    }

    private static Map<String, String> named(String url, String noProxy) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String name : url.startsWith("socks") ? OF_SOCKS : OF_HTTP) {
            variables.put(name, url);
        }
        variables.put("NO_PROXY", noProxy);
        variables.put("no_proxy", noProxy);
        return variables;
    }

    /**
     * Exempts a fetch endpoint on the gateway itself from the proxy, because the proxy never dials the gateway's own
     * listeners.
     */
    private static String noProxy(@Nullable String fetchUrl) {
        if (fetchUrl == null
                || !(CanonicalUrl.parse(fetchUrl, Dialect.WIRE) instanceof Canonicalized.Accepted(var url))) {
            return LOOPBACK_NAMES;
        }
        CanonicalHost host = url.host();
        boolean isThroughTheProxy = GatewayNames.isOwn(host.text());
        boolean isNamed = ("," + LOOPBACK_NAMES + ",").contains("," + host.text() + ",");
        return isThroughTheProxy || isNamed ? LOOPBACK_NAMES : LOOPBACK_NAMES + "," + host.text();
    }

    /** Percent-encodes user information (RFC 3986, section 3.2.1), where a plus sign does not mean a space. */
    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
