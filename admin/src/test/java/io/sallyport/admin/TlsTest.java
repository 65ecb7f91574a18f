package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.testkit.TestCa;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
    private final TestCa ca = TestCa.create("admin test", InstantSource.system());

    @TempDir
    Path folder;

    private SslContext server() throws Exception {
        TestCa.Leaf leaf = ca.leaf("localhost");
        return SslContextBuilder.forServer(leaf.key(), leaf.certificate(), leaf.issuer())
                .sslProvider(SslProvider.JDK)
                .build();
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

    @Test
    void offLoopbackItServesWithTlsOnly() throws Exception {
        var settings = new AdminSettings(
                new InetSocketAddress("0.0.0.0", 0),
                server(),
                Set.of(),
                ProxyUrls.of("http://127.0.0.1:3128"),
                null,
                AdminLimits.DEFAULTS,
                IdentityIssuers.none());
        try (var fixture = new AdminFixture(folder, settings);
                HttpClient client = client()) {
            String authority = "localhost:" + fixture.server.address().getPort();
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://" + authority + "/v1/sandboxes"))
                    .header("Authorization", "Bearer " + AdminFixture.secret(Role.READER));
            assertThat(client.send(request.build(), BodyHandlers.ofString()).body())
                    .isEqualTo("{\"sandboxes\":[]}");
            request.header("Origin", "https://" + authority);
            assertThat(client.send(request.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(fixture.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .doesNotContain("alive");
        }
    }
}
