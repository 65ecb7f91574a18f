package io.sallyport.admin;

import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.GatewayNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The environment that sends ordinary clients, and that of the fetch endpoint, here as one sandbox. It holds the tokens. */
public final class ProxyVariables {
    /** Clients that share their machine with services of their own reach these without the proxy. */
    private static final String LOOPBACK_NAMES = "localhost,127.0.0.1,::1";

    private ProxyVariables() {}

    /**
     * All of them.
     *
     * @param proxyUrl of the listener, without user information
     * @param fetchUrl the fetch endpoint as the sandbox is told of it, or null where it is told of none
     */
    public static Map<String, String> of(String proxyUrl, @Nullable String fetchUrl, SandboxId id, Tokens fresh) {
        String url = proxyUrl.replace("://", "://" + escaped(id.text()) + ":" + escaped(fresh.proxyToken()) + "@");
        String noProxy = noProxy(fetchUrl);
        Map<String, String> variables = new LinkedHashMap<>();
        for (String name : new String[] {"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"}) {
            variables.put(name, url);
        }
        variables.put("NO_PROXY", noProxy);
        variables.put("no_proxy", noProxy);
        if (fetchUrl != null) {
            variables.put("FULLSEND_FETCH_URL", fetchUrl);
            variables.put("FULLSEND_FETCH_TOKEN", fresh.fetchToken());
        }
        variables.putAll(new TreeMap<>(fresh.placeholders()));
        return variables;
    }

    /** The proxy dials none of the gateway's own listeners: a fetch endpoint that is one is reached without it. */
    private static String noProxy(@Nullable String fetchUrl) {
        if (fetchUrl == null
                || !(CanonicalUrl.parse(fetchUrl, Dialect.WIRE) instanceof CanonicalUrl.Accepted(var url))) {
            return LOOPBACK_NAMES;
        }
        CanonicalHost host = url.host();
        boolean isThroughTheProxy = GatewayNames.isOwn(host.text());
        boolean isNamed = ("," + LOOPBACK_NAMES + ",").contains("," + host.text() + ",");
        return isThroughTheProxy || isNamed ? LOOPBACK_NAMES : LOOPBACK_NAMES + "," + host.text();
    }

    /** For user information (RFC 3986, section 3.2.1); a form's plus would be read as itself there. */
    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
