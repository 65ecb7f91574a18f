package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.ConnectProxy;
import io.sallyport.testkit.Nginx;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Real clients of a gateway whose connections lead through another proxy. */
class UpstreamProxyClientsTest {
    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder = Path.of("");

    private Path trusted = Path.of("");

    @BeforeEach
    void files() throws IOException {
        trusted = Files.writeString(folder.resolve("origins.pem"), CA.pem());
        Files.writeString(folder.resolve("password"), "s3cret\n");
    }

    private static String upstream(int port, String more) {
        return "upstream_proxy: {url: \"http://127.0.0.1:%d\", no_proxy: []%s}".formatted(port, more);
    }

    private static String withCredentials(int port) {
        return upstream(port, ", username: gate, password_file: password");
    }

    private static Map<String, String> hosts(Origin tls, Origin plain) {
        return Map.of(
                "yes.test:443", tls.hostPort(), "all.test:443", tls.hostPort(), "plain.test:80", plain.hostPort());
    }

    private static Map<String, String> granted(Rig rig) throws IOException {
        return rig.grant(Rig.SB, "https://yes.test/open/**", "https://all.test/**", "http://plain.test/**");
    }

    /** Sends a plain request, one in an opened tunnel, and one in an opaque one; returns what curl saw. */
    private static List<String> everyWay(Rig rig, Map<String, String> env) {
        return List.of(
                rig.curl(env, "http://plain.test/a"),
                rig.curl(env, "-k", "https://yes.test/open/a"),
                rig.curl(env, "-k", "https://yes.test/open/b"),
                rig.curl(env, "-k", "https://all.test/c"));
    }

    @Test
    void everyWayOutLeadsThroughTheProxyToCheckedAddresses() throws Exception {
        require("curl");
        try (ConnectProxy proxy = ConnectProxy.start();
                Origin tls = Origin.tls(CA.leaf("yes.test", "all.test"), _ -> Answer.text(200, "hello"));
                Origin plain = Origin.plain(_ -> Answer.text(200, "hello"));
                Rig rig = Rig.startWithEgress(
                        folder, hosts(tls, plain), List.of(trusted), withCredentials(proxy.port()))) {
            assertThat(everyWay(rig, granted(rig))).containsExactly("200 000", "200 200", "200 200", "200 200");

            assertThat(proxy.heads().stream().map(head -> head.substring(0, head.indexOf(" HTTP/"))))
                    .containsOnly("CONNECT " + plain.hostPort(), "CONNECT " + tls.hostPort())
                    .hasSizeBetween(3, 4);
            assertThat(tls.received())
                    .allSatisfy(request -> assertThat(request.toString())
                            .doesNotContain("Z2F0ZTpzM2NyZXQ=")
                            .doesNotContainIgnoringCase("proxy-authorization"));
            assertThat(rig.lastRequest().path("address").asString("")).isEqualTo("127.0.0.1");
            // Only the CONNECT of the opened tunnels dials nothing.
            assertThat(rig.requests())
                    .filteredOn(record -> record.has("address"))
                    .hasSize(4)
                    .allSatisfy(record ->
                            assertThat(record.path("via").asString("")).isEqualTo("127.0.0.1:" + proxy.port()));
            assertThat(rig.metrics()).contains("sallyport_upstream_proxy_requests_total 4.0");
        }
    }

    @Test
    void aRefusalOfTheProxyIsAnErrorOfOursWithoutASecret() throws Exception {
        require("curl");
        try (ConnectProxy proxy = ConnectProxy.start(_ -> ConnectProxy.refuse("407 Proxy Authentication Required"));
                Origin tls = Origin.tls(CA.leaf("yes.test", "all.test"), _ -> Answer.text(200, "hello"));
                Origin plain = Origin.plain(_ -> Answer.text(200, "hello"));
                Rig rig = Rig.startWithEgress(
                        folder, hosts(tls, plain), List.of(trusted), withCredentials(proxy.port()))) {
            assertThat(everyWay(rig, granted(rig))).containsExactly("502 000", "502 200", "502 200", "000 502");

            JsonNode record = rig.lastRequest();
            assertThat(record.path("reason").asString("")).isEqualTo("upstream_proxy_refused");
            assertThat(record.path("detail").asString("")).isEqualTo("upstream proxy: answered 407");
            assertThat(record.path("via").asString("")).isEqualTo("127.0.0.1:" + proxy.port());
            assertThat(Files.readString(rig.state().resolve("audit.jsonl")))
                    .doesNotContain("s3cret", "Z2F0ZTpzM2NyZXQ=");
            assertThat(tls.connections() + plain.connections()).isZero();
        }
    }

    /** ALPN of the target is read inside of the TLS with the proxy, which speaks HTTP/1.1. */
    @Test
    void aTargetSpeaksHttp2InsideOfTlsWithTheProxy() throws Exception {
        require("curl");
        Path root = folder.resolve("root");
        Files.writeString(Files.createDirectories(root.resolve("open")).resolve("a"), "hello");
        Path own = Files.createDirectory(folder.resolve("nginx"));
        try (ConnectProxy proxy = ConnectProxy.startTls(CA.leaf("127.0.0.1"), _ -> ConnectProxy.open());
                Nginx nginx = Nginx.start(require("nginx"), own, root, CA.leaf("yes.test"));
                Rig rig = Rig.startWithEgress(
                        folder,
                        Map.of("yes.test:443", nginx.hostPort()),
                        List.of(trusted),
                        withCredentials(proxy.port()).replace("http://", "https://"))) {
            assertThat(rig.answer(granted(rig), "-k", "https://yes.test/open/a"))
                    .isEqualTo("200 hello");
            assertThat(proxy.heads()).hasSize(1);
        }
    }

    @Test
    void squidServesAndRefuses() throws Exception {
        Path squid = require("squid");
        require("curl");
        int port = freePort();
        try (Origin tls = Origin.tls(CA.leaf("yes.test", "all.test"), _ -> Answer.text(200, "hello"));
                Origin plain = Origin.plain(_ -> Answer.text(200, "hello"));
                Client _ = squid(squid, port);
                Rig rig = Rig.startWithEgress(folder, hosts(tls, plain), List.of(trusted), withCredentials(port))) {
            var env = granted(rig);
            assertThat(everyWay(rig, env)).containsExactly("200 000", "200 200", "200 200", "200 200");
            Files.writeString(folder.resolve("password"), "wrong");
            rig.restart();
            assertThat(everyWay(rig, rig.rebased(env))).containsExactly("502 000", "502 200", "502 200", "000 502");
            assertThat(rig.lastRequest().path("detail").asString("")).isEqualTo("upstream proxy: answered 407");
        }
    }

    /** Starts squid, which asks for credentials; as root it runs as another user, who has to read its files. */
    private Client squid(Path program, int port) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path helper = Files.writeString(folder.resolve("helper"), """
                #!/bin/sh
                while read line; do
                  if [ "$line" = "gate s3cret" ]; then echo OK; else echo ERR; fi
                done
                """);
        Files.setPosixFilePermissions(helper, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path config = Files.writeString(folder.resolve("squid.conf"), """
                http_port 127.0.0.1:%d
                auth_param basic program %s
                auth_param basic children 1
                acl known proxy_auth REQUIRED
                acl tunnels method CONNECT
                http_access allow known tunnels
                http_access deny all
                access_log none
                cache_log /dev/null
                pid_filename none
                cache deny all
                shutdown_lifetime 0 seconds
                """.formatted(port, helper));
        Client squid =
                Client.start(folder, Map.of(), List.of(program.toString(), "-N", "-d", "1", "-f", config.toString()));
        squid.awaitError(said -> said.contains("Accepting HTTP Socket connections"), SOON);
        return squid;
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
