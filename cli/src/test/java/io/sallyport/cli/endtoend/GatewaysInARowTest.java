package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.NameRecord.a;
import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.Zone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways in a row: the second is the upstream proxy of the first, which is one of its sandboxes. */
class GatewaysInARowTest {
    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());
    private static final String LOOPBACK = "allow_addresses: [\"127.0.0.0/8\"]";

    @TempDir
    Path folder = Path.of("");

    private Path here = Path.of("");
    private Path there = Path.of("");

    @BeforeEach
    void tools() throws Exception {
        require("curl");
        here = Files.createDirectory(folder.resolve("first"));
        there = Files.createDirectory(folder.resolve("second"));
    }

    private static NameServer names() {
        return NameServer.start(Zone.of(
                a("opened.org", 60, "127.0.0.1"), a("opaque.org", 60, "127.0.0.1"), a("no.org", 60, "127.0.0.1")));
    }

    private Path trusted(Path in, String... pem) throws Exception {
        return Files.writeString(in.resolve("trusted.pem"), String.join("", pem));
    }

    /** The first gateway: goes through the sandbox {@link Rig#SB} of {@code second}. */
    private Rig first(String secondUrl, Map<String, String> credentials, NameServer names, Path trusted)
            throws Exception {
        String[] user = user(credentials);
        Files.writeString(here.resolve("password"), user[1]);
        return Rig.startWithEgress(here, Map.of(), List.of(trusted), upstream(secondUrl, user[0], names));
    }

    private static String[] user(Map<String, String> credentials) {
        return URI.create(credentials.get("HTTPS_PROXY")).getUserInfo().split(":", 2);
    }

    private static String upstream(String url, String username, NameServer names) {
        return LOOPBACK + ", dns: {servers: [\"127.0.0.1:" + names.address().getPort() + "\"]},"
                + " upstream_proxy: {url: \"" + url + "\", no_proxy: [], connect_to: name, username: " + username
                + ", password_file: password}";
    }

    @Test
    void requestsPassBothAndTheFirstSaysThatTheSecondRefused() throws Exception {
        try (Origin origin = Origin.tls(CA.leaf("opened.org", "opaque.org"), _ -> Answer.text(200, "hello"));
                NameServer names = names();
                Rig second = Rig.startWithEgress(
                        there,
                        Map.of("opened.org:443", origin.hostPort(), "opaque.org:443", origin.hostPort()),
                        List.of(trusted(there, CA.pem())),
                        LOOPBACK)) {
            AdminClient.Reply put = second.put(Rig.SB, Rig.lease("https://opened.org/yes/**", "https://opaque.org/**"));
            Path trusted = trusted(here, CA.pem(), put.body().path("ca_pem").asString(""));
            try (Rig first = first(second.proxyUrl(), Rig.variables(put), names, trusted)) {
                var env = first.grant(
                        Rig.OTHER,
                        "https://opened.org/yes/**",
                        "https://opened.org/no/**",
                        "https://opaque.org/**",
                        "https://no.org/**");

                assertThat(first.answer(env, "-k", "https://opened.org/yes/a")).isEqualTo("200 hello");
                assertThat(first.answer(env, "-k", "https://opaque.org/a")).isEqualTo("200 hello");
                assertThat(first.answer(env, "-k", "https://opened.org/no/a"))
                        .startsWith("403 ")
                        .contains("no_grant");
                assertThat(first.curl(env, "-k", "https://no.org/a")).isEqualTo("000 502");

                assertThat(first.lastRequest().path("reason").asString("")).isEqualTo("upstream_proxy_refused");
                assertThat(first.lastRequest().path("detail").asString("")).isEqualTo("upstream proxy: answered 403");
                assertThat(second.requests())
                        .allSatisfy(record ->
                                assertThat(record.path("sandbox").asString("")).isEqualTo(Rig.SB.text()));
                assertThat(origin.received().getFirst().header("via")).containsPattern("sallyport-.*sallyport-");
            }
        }
    }

    /** The way back leads over another port, so that only what the CONNECT says tells the gateway of the loop. */
    @Test
    void aLoopEndsAtItsFirstTurn() throws Exception {
        Files.writeString(here.resolve("password"), "none yet");
        try (NameServer names = names();
                ServerSocket back = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Rig first = Rig.startWithEgress(
                        here,
                        Map.of(),
                        List.of(trusted(here, CA.pem())),
                        upstream("http://127.0.0.1:" + back.getLocalPort(), Rig.SB.text(), names))) {
            var env = first.grant(Rig.SB, "https://opaque.org/**");
            Files.writeString(here.resolve("password"), user(env)[1]);
            first.restart();
            var turns = new AtomicInteger();
            Thread.ofVirtual()
                    .start(() -> relay(back, URI.create(first.proxyUrl()).getPort(), turns));

            assertThat(first.curl(first.rebased(env), "-k", "https://opaque.org/a"))
                    .isEqualTo("000 508");

            assertThat(turns).hasValue(1);
            assertThat(first.requests().stream()
                            .map(record -> record.path("reason").asString("")))
                    .containsExactly("loop_detected", "loop_detected");
        }
    }

    /** Passes each connection on to {@code port}. */
    private static void relay(ServerSocket from, int port, AtomicInteger turns) {
        while (true) {
            try {
                Socket one = from.accept();
                turns.incrementAndGet();
                var other = new Socket(InetAddress.getLoopbackAddress(), port);
                Thread.ofVirtual().start(() -> copy(one, other));
                Thread.ofVirtual().start(() -> copy(other, one));
            } catch (IOException _) {
                return; // the test has ended
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // either side has ended
        }
    }
}
