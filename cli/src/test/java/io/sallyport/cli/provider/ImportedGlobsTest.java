package io.sallyport.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.provider.ProviderSettings;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each dialect's globs: what the printed endpoints and the printed policy cover, and what is refused. */
class ImportedGlobsTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "api.example.com, '', 443, https://api.example.com/, true",
        "api.example.com, '', 443, https://api.example.com/a/b, true",
        "api.example.com, '', 443, https://x.api.example.com/, false",
        "api.example.com, '', 443, https://api.example.com:8443/, false",
        "api.example.com, '', 8443, https://api.example.com:8443/, true",
        "API.Example.com, '', 443, https://api.example.com/, true",
        "**.api.example.com, '', 443, https://x.api.example.com/, true",
        "**.api.example.com, '', 443, https://y.x.api.example.com/, true",
        "**.api.example.com, '', 443, https://api.example.com/, false",
        "*.api.example.com, '', 443, https://x.api.example.com/, true",
        "*.api.example.com, '', 443, https://y.x.api.example.com/, false",
        "*.api.example.com, '', 443, https://api.example.com/, false",
        "a-*.api.example.com, '', 443, https://a-b.api.example.com/, true",
        "a-*.api.example.com, '', 443, https://x.api.example.com/, false",
        "*.a.*.example.com, '', 443, https://x.a.eu.example.com/, true",
        "*.a.*.example.com, '', 443, https://x.b.eu.example.com/, false",
        "*.a.*.example.com, '', 443, https://x.a.b.eu.example.com/, false",
        "api.example.com, /v1, 443, https://api.example.com/v1, true",
        "api.example.com, /v1, 443, https://api.example.com/v1/x, false",
        "api.example.com, /v1/**, 443, https://api.example.com/v1/x/y, true",
        "api.example.com, /v1/**, 443, https://api.example.com/v1/, true",
        "api.example.com, /v1/**, 443, https://api.example.com/v1, false",
        "api.example.com, /v1/**, 443, https://api.example.com/v12, false",
        "api.example.com, '**', 443, https://api.example.com/x, true",
    })
    void ofOpenShell(String host, String path, int port, String url, boolean covered) throws Exception {
        covers("openshell", openShell(host, path, port), url, "GET", covered);
    }

    @ParameterizedTest
    @CsvSource({
        "a.b*.api.example.com, ''",
        "a?.*.example.com, ''",
        "api.example.com, /v1/*",
        "api.example.com, /**/x",
        "api.example.com, /v?",
        "api.example.com, '/{a,b}'",
        "api.example.com, /v1//**",
        "**.com, ''",
    })
    void ofOpenShellWithoutEquivalent(String host, String path) throws Exception {
        ImportedDocument.of(folder, "openshell", openShell(host, path, 443)).isRefused("NOT_EXACT", "document.yaml:6:");
    }

    private static String openShell(String host, String path, int port) {
        return """
                id: one
                display_name: One
                credentials:
                  - {name: token, env_vars: [ONE_TOKEN]}
                endpoints:
                  - {host: "%s", port: %d, path: "%s", protocol: rest, access: full}
                """.formatted(host, port, path);
    }

    @ParameterizedTest
    @CsvSource({
        "api.example.com, https://api.example.com/, true",
        "api.example.com, https://api.example.com/a/b, true",
        "api.example.com, https://x.api.example.com/, false",
        "api.example.com, https://api.example.com:8443/, false",
        "api.example.com:8443, https://api.example.com:8443/, true",
        "api.example.com:8443, https://api.example.com/, false",
        "api.example.com/v1/*, https://api.example.com/v1/x/y, true",
        "api.example.com/v1/*, https://api.example.com/v1/, true",
        "api.example.com/v1/*, https://api.example.com/v1, false",
        "api.example.com/v1/*, https://api.example.com/v12, false",
        "api.example.com/v1, https://api.example.com/v1, true",
        "api.example.com/v1, https://api.example.com/v1/x, false",
        "api.example.com/*, https://api.example.com/x, true",
        "*.api.example.com, https://x.api.example.com/a, true",
        "*.api.example.com, https://y.x.api.example.com/a, false",
        "*.api.example.com, https://api.example.com/a, false",
        "*.api.example.com/v1/*, https://x.api.example.com/v1/a, true",
        "*.api.example.com/v1/*, https://x.api.example.com/v2/a, false",
    })
    void ofAgentVault(String host, String url, boolean covered) throws Exception {
        covers("agent-vault", agentVault(host), url, "GET", covered);
    }

    @ParameterizedTest
    @CsvSource({"api.example.com/v1*", "api.example.com/*/x", "api.example.com/a/*/b/*"})
    void ofAgentVaultWithoutEquivalent(String host) throws Exception {
        ImportedDocument.of(folder, "agent-vault", agentVault(host)).isRefused("NOT_EXACT", "document.yaml:2:");
    }

    private static String agentVault(String host) {
        return """
                services:
                  - {name: one, host: "%s", auth: {type: bearer, token: ONE_TOKEN}}
                """.formatted(host);
    }

    @ParameterizedTest
    @CsvSource({
        "api.example.com, '', '', GET, https://api.example.com/, true",
        "api.example.com, '', '', GET, https://x.api.example.com/, false",
        "api.example.com, '', '', GET, https://api.example.com:8443/, false",
        "*.api.example.com, '', '', GET, https://api.example.com/, true",
        "*.api.example.com, '', '', GET, https://x.api.example.com/, true",
        "*.api.example.com, '', '', GET, https://y.x.api.example.com/, true",
        "*.api.example.com, '', '', GET, https://xapi.example.com/, false",
        "api.example.com, /v1/*, '', GET, https://api.example.com/v1, true",
        "api.example.com, /v1/*, '', GET, https://api.example.com/v1/, true",
        "api.example.com, /v1/*, '', GET, https://api.example.com/v1/x/y, true",
        "api.example.com, /v1/*, '', GET, https://api.example.com/v12, false",
        "api.example.com, /*, '', GET, https://api.example.com/v12, true",
        "api.example.com, /v1, '', GET, https://api.example.com/v1, true",
        "api.example.com, /v1, '', GET, https://api.example.com/v1/x, false",
        "api.example.com, '', post, POST, https://api.example.com/, true",
        "api.example.com, '', post, GET, https://api.example.com/, false",
        "api.example.com, '', '*', DELETE, https://api.example.com/, true",
    })
    void ofIronProxy(String host, String path, String method, String asked, String url, boolean covered)
            throws Exception {
        covers("iron-proxy", ironProxy(host, path, method), url, asked, covered);
    }

    @ParameterizedTest
    @CsvSource({
        "*, ''",
        "a*.api.example.com, ''",
        "'api.{example,test}.com', ''",
        "api.example.com, /v1/*/x",
        "api.example.com, /v*/*",
        "api.example.com, /v?",
        "api.example.com, /[ab]",
        "api.example.com, /v1//*",
        "*.com, ''",
        "api.example.com:8443, ''",
        "api.example.com/v1, ''",
    })
    void ofIronProxyWithoutEquivalent(String host, String path) throws Exception {
        ImportedDocument.of(folder, "iron-proxy", ironProxy(host, path, "")).isRefused("NOT_EXACT", "document.yaml:7:");
    }

    private static String ironProxy(String host, String path, String method) {
        return """
                transforms:
                  - name: secrets
                    config:
                      secrets:
                        - source: {type: env, var: ONE_TOKEN}
                          inject: {header: X-Key}
                          rules: [{host: "%s", methods: [%s], paths: [%s]}]
                """.formatted(host, quoted(method), quoted(path));
    }

    private static String quoted(String text) {
        return text.isEmpty() ? "" : '"' + text + '"';
    }

    private void covers(String dialect, String document, String url, String method, boolean covered) throws Exception {
        ImportedDocument imported =
                ImportedDocument.of(folder, dialect, document).isImported();
        Path config = Files.writeString(folder.resolve("gateway.yaml"), imported.providers());
        ProviderSettings provider =
                ConfigFile.read(config, null, folder).providers().getFirst();
        assertThat(provider.binding().admits(request(method, url)))
                .as(imported.providers())
                .isEqualTo(covered);
        Client.Ended asked = CommandInProcess.run(
                "policy", "eval", "--policy=" + imported.policy(), "--config=" + config, method, url);
        assertThat(asked.exit()).as(imported.policyText() + asked.err()).isEqualTo(covered ? 0 : 1);
    }

    private static CanonicalRequest request(String method, String text) {
        CanonicalUrl url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse(text, Dialect.WIRE)).value();
        return CanonicalRequest.http(url.scheme(), url.host(), url.port(), method, url.path(), url.query());
    }
}
