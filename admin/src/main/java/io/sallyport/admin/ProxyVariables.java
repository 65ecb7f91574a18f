package io.sallyport.admin;

import io.sallyport.admin.Control.Tokens;
import io.sallyport.model.SandboxId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The environment that sends ordinary clients, and that of the fetch endpoint, here as one sandbox. It holds the tokens. */
final class ProxyVariables {
    private ProxyVariables() {}

    static Map<String, String> of(AdminSettings settings, SandboxId id, Tokens fresh) {
        String token = fresh.proxyToken();
        String url = settings.proxyUrlOf(id).replace("://", "://" + escaped(id.text()) + ":" + escaped(token) + "@");
        Map<String, String> variables = new LinkedHashMap<>();
        for (String name : new String[] {"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"}) {
            variables.put(name, url);
        }
        variables.put("NO_PROXY", settings.noProxy());
        variables.put("no_proxy", settings.noProxy());
        String fetchUrl = settings.fetchUrl();
        if (fetchUrl != null) {
            variables.put("FULLSEND_FETCH_URL", fetchUrl);
            variables.put("FULLSEND_FETCH_TOKEN", fresh.fetchToken());
        }
        return variables;
    }

    /** For user information (RFC 3986, section 3.2.1); a form's plus would be read as itself there. */
    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
