package io.sallyport.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.admin.AdminLimits;
import io.sallyport.admin.AdminServer;
import io.sallyport.admin.AdminSettings;
import io.sallyport.admin.AdminTokens;
import io.sallyport.admin.Role;
import io.sallyport.admin.health.Readiness;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.console.session.FormFields;
import io.sallyport.console.session.LoginAttempt;
import io.sallyport.console.session.LoginProvider;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.control.store.CaStore;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.model.Sha256;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.testkit.TestCa;
import io.sallyport.transport.ListeningSockets;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console on a listener with TLS. */
class ConsoleTlsTest {
    private static final String TOKEN = "a-token-of-the-test";

    private final TestCa ca = TestCa.create("console test", InstantSource.system());
    private final OpenedResources opened = new OpenedResources();
    private String url = "";
    private HttpClient client;

    @TempDir
    Path folder = Path.of("");

    /** Sends the browser where it is told to come back to. */
    private static final class Mirror implements LoginProvider {
        @Override
        public String name() {
            return "id.test";
        }

        @Override
        public Duration longest() {
            return Duration.ofHours(1);
        }

        @Override
        public CompletionStage<Beginning> begin(LoginAttempt attempt) {
            return CompletableFuture.completedStage(new Beginning.At(attempt.redirect()));
        }

        @Override
        public CompletionStage<Ending> end(LoginAttempt attempt, FormFields answer) {
            return CompletableFuture.completedStage(new Ending.Refused("nobody"));
        }
    }

    @BeforeEach
    void start() throws Exception {
        Config config = ConfigFile.parse(folder.resolve("gateway.yaml"), "state: state\n");
        JsonLinesLog audit = opened.add(AuditFile.open(config.audit().in(folder.resolve("audit.jsonl")), null));
        Gateway gateway = opened.add(Gateway.start(
                config,
                List.of(ListenAddress.shared(
                        ListenerProtocol.HTTP, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))),
                new ListeningSockets(),
                new MemoryStore(),
                CaStore.MEMORY_ONLY,
                folder.resolve("servers"),
                audit,
                null));
        AdminServer admin = opened.add(AdminListener.start(
                settings(gateway),
                config.settings(),
                gateway,
                audit,
                null,
                AdminTokens.of(List.of(new AdminTokens.Token("t", Role.READER, Sha256.hexOf(TOKEN)))),
                _ -> "",
                Readiness.of(List.of()),
                new Mirror(),
                new ListeningSockets()));
        url = "https://localhost:" + admin.address().getPort() + "/console/";
        client = opened.add(client());
    }

    @AfterEach
    void stop() {
        opened.close();
    }

    private AdminSettings settings(Gateway gateway) throws Exception {
        TestCa.Leaf leaf = ca.leaf("localhost");
        SslContext tls = SslContextBuilder.forServer(leaf.key(), leaf.certificate(), leaf.issuer())
                .sslProvider(SslProvider.JDK)
                .build();
        return new AdminSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                tls,
                Set.of(),
                ProxyUrls.of(gateway.proxyUrl()),
                null,
                AdminLimits.DEFAULTS,
                IdentityIssuers.none());
    }

    private HttpClient client() throws Exception {
        KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
        roots.load(null, null);
        roots.setCertificateEntry("ca", ca.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(roots);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow();
    }

    @Test
    void theCookieOfASessionIsOfThisHostAndOfTlsAlone() throws Exception {
        HttpRequest login = HttpRequest.newBuilder(URI.create(url + "login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("token=" + TOKEN))
                .build();
        String set = cookie(client.send(login, BodyHandlers.ofString()));
        assertThat(set).matches("__Host-sallyport=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; Secure; SameSite=Strict");
        String pair = set.substring(0, set.indexOf(';'));
        assertThat(get("sandboxes", "Cookie", pair).statusCode()).isEqualTo(200);
        assertThat(get("sandboxes", "Cookie", pair.replace("__Host-", "")).statusCode())
                .as("a cookie that a listener without TLS could have set")
                .isEqualTo(303);
    }

    @Test
    void aLoginAtAProviderComesBackByTls() throws Exception {
        HttpResponse<String> sent = get("login/provider");
        assertThat(sent.headers().firstValue("Location")).contains(url + "login/callback");
        assertThat(cookie(sent))
                .matches(
                        "__Host-sallyport-login=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=600");
    }
}
