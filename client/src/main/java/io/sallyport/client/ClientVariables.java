package io.sallyport.client;

import io.sallyport.model.host.CanonicalHost;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The environment variables that make ordinary clients use the proxy and trust the sandbox's CA. {@code
 * docs/clients.md} lists the clients.
 */
public final class ClientVariables {
    /** Options for every Java virtual machine in the environment; several in one value, separated by spaces. */
    public static final String JAVA = "JAVA_TOOL_OPTIONS";

    /** Variables that replace a client's roots, so their file holds all roots. */
    private static final List<String> BUNDLE = List.of(
            "SSL_CERT_FILE", // OpenSSL and its users: Python's ssl, Ruby; also Go
            "CURL_CA_BUNDLE",
            "GIT_SSL_CAINFO",
            "REQUESTS_CA_BUNDLE",
            "PIP_CERT",
            "npm_config_cafile",
            "CARGO_HTTP_CAINFO",
            "AWS_CA_BUNDLE",
            "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"); // gRPC's C core: Python, Ruby, C++

    /** Variables whose file adds to a client's own roots. */
    private static final List<String> EXTRA = List.of("NODE_EXTRA_CA_CERTS", "DENO_CERT");

    private ClientVariables() {}

    /**
     * Returns all variables.
     *
     * @param proxy from the control API's answer: the proxy's URL with its credentials, and the hosts that bypass it
     */
    public static SequencedMap<String, String> of(Map<String, String> proxy, ClientFiles files) {
        SequencedMap<String, String> variables = new LinkedHashMap<>(proxy);
        BUNDLE.forEach(name -> variables.put(name, files.bundle().toString()));
        EXTRA.forEach(name -> variables.put(name, files.extra().toString()));
        variables.put("NODE_USE_ENV_PROXY", "1");
        if (files.browserData() != null) {
            variables.put("XDG_DATA_HOME", files.browserData().toString());
        }
        variables.put(JAVA, java(proxy, files.store()));
        return variables;
    }

    /**
     * Returns the options for Java. They omit the credentials, because every JVM prints this variable when it starts.
     * Java speaks no TLS to a proxy and shows no password to SOCKS, so only a proxy for plain HTTP is among them.
     */
    private static String java(Map<String, String> proxy, Path store) {
        var options = new LinkedHashMap<String, String>();
        String url = proxy.getOrDefault("https_proxy", "");
        if (url.startsWith("http://")) {
            for (String scheme : List.of("http", "https")) {
                options.put(scheme + ".proxyHost", URI.create(url).getHost());
                options.put(
                        scheme + ".proxyPort", String.valueOf(URI.create(url).getPort()));
            }
            options.put("http.nonProxyHosts", nonProxyHosts(proxy.getOrDefault("no_proxy", "")));
        }
        // Java sends no Basic credentials to a proxy for a tunnel unless this is empty.
        options.put("jdk.http.auth.tunneling.disabledSchemes", "");
        options.put("javax.net.ssl.trustStore", store.toString());
        options.put("javax.net.ssl.trustStoreType", "PKCS12");
        options.put("javax.net.ssl.trustStorePassword", ClientFiles.STORE_PASSWORD);
        var text = new StringBuilder();
        options.forEach((name, value) -> text.append(text.isEmpty() ? "" : " ").append(option(name, value)));
        return text.toString();
    }

    private static String nonProxyHosts(String noProxy) {
        var hosts = new LinkedHashSet<>(List.of("localhost", "127.*", "[::1]"));
        for (String host : noProxy.split(",", -1)) {
            if (!host.isEmpty() && !host.equals("127.0.0.1")) {
                hosts.add(CanonicalHost.authority(host));
            }
        }
        return String.join("|", hosts);
    }

    private static String option(String name, String value) {
        String option = "-D" + name + "=" + value;
        return option.indexOf(' ') < 0 ? option : '"' + option + '"';
    }
}
