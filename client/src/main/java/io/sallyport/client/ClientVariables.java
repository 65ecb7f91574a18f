package io.sallyport.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** The environment in which ordinary clients go through the proxy and trust the sandbox's CA. {@code docs/clients.md} names the clients. */
public final class ClientVariables {
    /** Options for every Java virtual machine below; several in one value, separated by spaces. */
    public static final String JAVA = "JAVA_TOOL_OPTIONS";

    /** Clients that read these know no other roots: they are given all. */
    private static final List<String> BUNDLE = List.of(
            "SSL_CERT_FILE", // OpenSSL and what is built on it: Python's ssl, Ruby; also Go
            "CURL_CA_BUNDLE",
            "GIT_SSL_CAINFO",
            "REQUESTS_CA_BUNDLE",
            "PIP_CERT",
            "npm_config_cafile",
            "CARGO_HTTP_CAINFO",
            "AWS_CA_BUNDLE",
            "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"); // gRPC's C core: Python, Ruby, C++

    /** Clients that add what these name to the roots that they bring along. */
    private static final List<String> EXTRA = List.of("NODE_EXTRA_CA_CERTS", "DENO_CERT");

    private ClientVariables() {}

    /**
     * All of them.
     *
     * @param proxy those of the control API's answer: the proxy's URL with its credentials, and what goes round it
     */
    public static SequencedMap<String, String> of(Map<String, String> proxy, ClientFiles files) {
        SequencedMap<String, String> variables = new LinkedHashMap<>(proxy);
        BUNDLE.forEach(name -> variables.put(name, files.bundle().toString()));
        EXTRA.forEach(name -> variables.put(name, files.extra().toString()));
        variables.put("NODE_USE_ENV_PROXY", "1");
        if (files.browserData() != null) {
            variables.put("XDG_DATA_HOME", files.browserData().toString());
        }
        String url = proxy.get("https_proxy");
        if (url != null) {
            variables.put(JAVA, java(URI.create(url), proxy.getOrDefault("no_proxy", ""), files.store()));
        }
        return variables;
    }

    /** Without the credentials: every JVM prints this variable when it starts. */
    private static String java(URI proxy, String noProxy, Path store) {
        var options = new LinkedHashMap<String, String>();
        for (String scheme : List.of("http", "https")) {
            options.put(scheme + ".proxyHost", proxy.getHost());
            options.put(scheme + ".proxyPort", String.valueOf(proxy.getPort()));
        }
        options.put("http.nonProxyHosts", nonProxyHosts(noProxy));
        // Java offers no Basic credentials to a proxy for a tunnel unless this is empty.
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
                hosts.add(host.indexOf(':') < 0 ? host : "[" + host + "]");
            }
        }
        return String.join("|", hosts);
    }

    private static String option(String name, String value) {
        String option = "-D" + name + "=" + value;
        return option.indexOf(' ') < 0 ? option : '"' + option + '"';
    }
}
