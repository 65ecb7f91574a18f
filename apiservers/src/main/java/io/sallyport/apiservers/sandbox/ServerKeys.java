package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.ApiServerName;
import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.ServerProcess;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.proxy.credentials.Credential;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The credentials of one run's servers: the token of each, under a key of its own, bound to that server. */
final class ServerKeys {
    /** Goes nowhere: nothing is sent to a server that does not run. */
    private static final String NO_VALUE = "-";

    private static final String PLACEHOLDER = "openshell:resolve:env:";

    private ServerKeys() {}

    /**
     * By key.
     *
     * @param wanted those that the run is to have
     * @param servers those that it has; the key of another is kept, so that its caller hears that it is down, and has
     *     no value
     */
    static Map<String, Credential> of(List<ApiServerSpec> wanted, List<ServerProcess> servers) {
        Map<String, Credential> keys = new TreeMap<>();
        for (ApiServerSpec spec : wanted) {
            String token = servers.stream()
                    .filter(server -> server.name().equals(spec.name()))
                    .map(ServerProcess::token)
                    .findFirst()
                    .orElse(NO_VALUE);
            String key = key(spec.name());
            String host = ApiServerHost.of(spec.name().text());
            keys.put(key, Credential.of(key, token, request -> isFor(request, host)));
        }
        return keys;
    }

    private static boolean isFor(CanonicalRequest request, String host) {
        return request.scheme() == Scheme.API && request.host().text().equals(host);
    }

    /** As {@code API_BUILD_CACHE_TOKEN} of {@code build-cache}. */
    static String key(ApiServerName name) {
        return "API_" + name.text().toUpperCase(Locale.ROOT).replace('-', '_') + "_TOKEN";
    }

    /** What the sandbox sees in place of what {@code key} stands for. */
    static String placeholder(String key) {
        return PLACEHOLDER + key;
    }
}
