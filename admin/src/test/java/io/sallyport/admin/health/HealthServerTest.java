package io.sallyport.admin.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.testkit.Listeners;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The listener for probes, over real sockets. */
final class HealthServerTest {
    private static final String HOST = "\r\nHost: 127.0.0.1\r\n\r\n";

    private final List<String> missing = new ArrayList<>();
    private final HealthServer withMetrics = start(_ -> "sandboxes 3\n");
    private final HealthServer server = start(null);

    private HealthServer start(@Nullable Metrics metrics) {
        return start(InetAddress.getLoopbackAddress(), metrics);
    }

    private HealthServer start(InetAddress address, @Nullable Metrics metrics) {
        try {
            return HealthServer.start(
                    new InetSocketAddress(address, 0),
                    () -> List.of(new ReadinessCheck("drain", missing.isEmpty() ? null : "draining")),
                    metrics,
                    new ListeningSockets());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        server.close();
        withMetrics.close();
    }

    private static Socket open(HealthServer server) throws IOException {
        var socket = new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static String ask(HealthServer server, String request) throws IOException {
        try (Socket socket = open(server)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void aProbeNeedsNoTokenAndMayNameAnyHost() throws IOException {
        for (String host : List.of("", "Host: 127.0.0.1:3131\r\n", "Host: pod.example.com\r\n")) {
            assertThat(ask(server, "GET /readyz HTTP/1.1\r\n" + host + "\r\n"))
                    .startsWith("HTTP/1.1 200 OK")
                    .contains("connection: close")
                    .contains("{\"ready\":true,\"missing\":[],");
        }
        assertThat(ask(server, "GET /healthz?verbose HTTP/1.0\r\n\r\n")).endsWith("{\"alive\":true}");
        assertThat(ask(server, "HEAD /healthz HTTP/1.1" + HOST)).endsWith("\r\n\r\n");
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        missing.add("draining");
        assertThat(ask(server, "GET /readyz HTTP/1.1" + HOST))
                .startsWith("HTTP/1.1 503")
                .contains("{\"ready\":false,\"missing\":[\"draining\"],");
        assertThat(ask(server, "GET /healthz HTTP/1.1" + HOST)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3 | OPEN_METRICS",
                "text/plain, application/OpenMetrics-Text ; q=0.1 | OPEN_METRICS",
                "application/openmetrics-text;q=0, */* | PROMETHEUS",
                "application/openmetrics-text;q=0.000 | PROMETHEUS",
                "application/openmetrics-textual | PROMETHEUS",
                "*/* | PROMETHEUS",
                ";,;;=, | PROMETHEUS",
            })
    void metricsHaveTheFormThatTheCallerTakes(String accept, MetricsFormat format) throws IOException {
        try (HealthServer named = start(Enum::name)) {
            assertThat(ask(named, "GET /metrics HTTP/1.1\r\nAccept: " + accept + HOST))
                    .containsIgnoringCase("content-type: " + format.contentType() + "\r\n")
                    .endsWith("\r\n\r\n" + format.name());
        }
    }

    @Test
    void nothingElseIsThere() throws IOException {
        for (String path : List.of("/metrics", "/v1/sandboxes", "/", "/readyz/", "//readyz", "*")) {
            assertThat(ask(server, "GET " + path + " HTTP/1.1" + HOST)).as(path).startsWith("HTTP/1.1 404");
        }
        assertThat(ask(server, "POST /readyz HTTP/1.1" + HOST)).startsWith("HTTP/1.1 405");
        assertThat(ask(server, "nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void metricsAreShownBySettingAndToNoPageOfAnotherSite() throws IOException {
        assertThat(ask(withMetrics, "GET /metrics HTTP/1.1" + HOST))
                .startsWith("HTTP/1.1 200")
                .endsWith("sandboxes 3\n");
        for (String host : List.of("", "Host: rebound.example.com\r\n", "Host: a\r\nHost: 127.0.0.1\r\n")) {
            assertThat(ask(withMetrics, "GET /metrics HTTP/1.1\r\n" + host + "\r\n"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    /** A Prometheus that finds pods asks each at its address, and names that. */
    @Test
    void metricsAreShownAtTheAddressThatIsAskedOfAListenerAtAllAddresses() throws IOException {
        InetAddress own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst()
                .orElse(null);
        assumeTrue(own != null, "this machine has no address but loopback");
        HealthServer everywhere = start(InetAddress.ofLiteral("0.0.0.0"), _ -> "sandboxes 3\n");
        try (Socket socket = new Socket(own, everywhere.address().getPort())) {
            String host = own.getHostAddress() + ":" + socket.getPort();
            socket.getOutputStream()
                    .write(("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("sandboxes 3\n");
        } finally {
            everywhere.close();
        }
    }

    @Test
    void silentConnectionsKeepNoProbeOut() throws IOException {
        var silent = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 2 * HealthServer.MAX_CONNECTIONS; i++) {
                silent.add(open(server));
            }
            assertThat(ask(server, "GET /readyz HTTP/1.1" + HOST)).startsWith("HTTP/1.1 200");
            assertThat(silent.getFirst().getInputStream().read()).isEqualTo(-1);
        } finally {
            for (Socket one : silent) {
                one.close();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Timeout(60)
    void aProbeUnderWayIsAnsweredWhenItCloses() throws Exception {
        var asked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        HealthServer slow = start(_ -> {
            asked.countDown();
            await(goOn);
            return "sandboxes 3\n";
        });
        Thread closing;
        try (Socket probe = open(slow)) {
            probe.getOutputStream().write(("GET /metrics HTTP/1.1" + HOST).getBytes(StandardCharsets.ISO_8859_1));
            asked.await();
            closing = Thread.ofVirtual().start(slow::close);
            Listeners.awaitGone(slow.address());
            goOn.countDown();
            assertThat(new String(probe.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("sandboxes 3\n");
        }
        closing.join();
    }

    @Test
    @Timeout(60)
    void aProbeThatHasJustConnectedMayStillAsk() throws Exception {
        HealthServer ending = start(null);
        Thread closing;
        try (Socket probe = open(ending)) {
            ask(ending, "GET /healthz HTTP/1.1" + HOST); // whose connection came after the other
            closing = Thread.ofVirtual().start(ending::close);
            Listeners.awaitGone(ending.address());
            probe.getOutputStream().write(("GET /readyz HTTP/1.1" + HOST).getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(probe.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 200");
        }
        closing.join();
    }
}
