package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The proxy over real sockets: half-closed connections, peers that do not read, changes while tunnels are open,
 * draining.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProxyServerTest {
    private static final String AS = Conversation.as("sb-1");
    private static final String CONNECT = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + AS + "\r\n";
    private static final String ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";
    private static final String HELLO = ClientHellos.to("a.test");
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Gateway gateway = new Gateway();
    private final Origin echo = Origin.echo();
    private final Origin web =
            Origin.plain(request -> request.path().equals("/endless") ? new Answer.Endless() : Answer.echo(request));
    private Sandbox sandbox = gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));

    @BeforeEach
    void names() {
        gateway.dialer.name("a.test:443", echo.address());
        gateway.dialer.name("a.test:80", web.address());
    }

    @AfterEach
    void close() {
        gateway.close();
        echo.close();
        web.close();
    }

    private Socket open(String first) throws IOException {
        Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort());
        socket.setSoTimeout((int) SOON.toMillis());
        say(socket, first);
        return socket;
    }

    private static void say(Socket socket, String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String hear(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.ISO_8859_1);
    }

    private static String hearAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private Socket tunnel() throws IOException {
        Socket socket = open(CONNECT);
        assertThat(hear(socket, ESTABLISHED.length())).isEqualTo(ESTABLISHED);
        say(socket, HELLO);
        assertThat(hear(socket, HELLO.length())).isEqualTo(HELLO);
        return socket;
    }

    private static String get(String path) {
        return "GET http://a.test" + path + " HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n";
    }

    @Test
    void aHalfThatEndsLeavesTheOtherHalfOpen() throws IOException {
        try (Socket socket = tunnel()) {
            say(socket, "last words");
            socket.shutdownOutput();
            assertThat(hearAll(socket)).isEqualTo("last words");
        }
        AuditEvent end = gateway.audit.await(2);
        assertThat(end.kind()).isEqualTo("end");
        assertThat(end.request().bytesIn()).isEqualTo(HELLO.length() + 10);
        assertThat(end.request().bytesOut()).isEqualTo(HELLO.length() + 10);
        echo.awaitClosed(1, SOON);
    }

    @Test
    void aTunnelThatATargetClosesEndsForTheClientAndIsRecorded() throws IOException {
        try (Socket socket = tunnel()) {
            echo.close();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(gateway.audit.await(2).kind()).isEqualTo("end");
    }

    @RepeatedTest(5)
    void carriesMuchAndLosesNothing() throws Exception {
        byte[] block = new byte[1 << 20];
        new Random(7).nextBytes(block);
        try (Socket socket = tunnel()) {
            Thread writer = new Thread(() -> {
                try {
                    for (int i = 0; i < 16; i++) {
                        socket.getOutputStream().write(block);
                    }
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            for (int i = 0; i < 16; i++) {
                byte[] came = socket.getInputStream().readNBytes(block.length);
                assertThat(Arrays.mismatch(came, block))
                        .as("block %d of %d bytes: first other byte", i, came.length)
                        .isEqualTo(-1);
            }
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            writer.join();
        }
        assertThat(gateway.audit.await(2).request().bytesOut()).isEqualTo((16L << 20) + HELLO.length());
    }

    @Test
    void aClientThatNeverReadsStopsTheTargetAndHurtsNobody() throws IOException {
        try (Socket stuck = open(get("/endless"));
                Socket other = open(get("/fine"))) {
            assertThat(hear(other, 15)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(hear(stuck, 15)).isEqualTo("HTTP/1.1 200 OK");
        }
        web.awaitClosed(1, SOON);
    }

    @Test
    void aClientThatResetsEndsItsTunnelAtTheTarget() throws IOException {
        Socket socket = tunnel();
        socket.setSoLinger(true, 0);
        socket.close();
        echo.awaitClosed(1, SOON);
        assertThat(gateway.audit.await(2).kind()).isEqualTo("end");
    }

    @Test
    void aChangedPolicyClosesTheTunnelsItRefuses() throws IOException {
        try (Socket socket = tunnel()) {
            TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
            gateway.server.policyChanged(sandbox.id());
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.POLICY_CHANGED);
        }
    }

    @Test
    void aRemovedSandboxLosesTunnelsAndKeptConnections() throws IOException {
        try (Socket tunnel = tunnel();
                Socket kept = open(get("/"))) {
            assertThat(hear(kept, 15)).isEqualTo("HTTP/1.1 200 OK");
            gateway.audit.await(2);
            gateway.sandboxes.remove("sb-1");
            gateway.server.removed(sandbox.id());
            assertThat(tunnel.getInputStream().read()).isEqualTo(-1);
            hearAll(kept);
            assertThat(gateway.audit.await(3).reason()).isEqualTo(ReasonCode.LEASE_REVOKED);
        }
        try (Socket again = open(get("/"))) {
            assertThat(hear(again, 12)).isEqualTo("HTTP/1.1 407");
        }
    }

    @Test
    void aDrainingGatewayFinishesWhatRunsAndTakesNothingNew() throws Exception {
        try (Socket socket = tunnel()) {
            CompletionStage<Void> closing = gateway.server.close(SOON);
            assertThatThrownBy(() -> open(CONNECT)).isInstanceOf(IOException.class);
            say(socket, "still here");
            assertThat(hear(socket, 10)).isEqualTo("still here");
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            closing.toCompletableFuture().get(20, java.util.concurrent.TimeUnit.SECONDS);
        }
    }

    @Test
    void aDrainingGatewayClosesTunnelsThatAreSilentAndLeavesThoseThatMove() throws Exception {
        try (Socket silent = tunnel();
                Socket moving = tunnel()) {
            InputStream in = silent.getInputStream();
            var end = CompletableFuture.supplyAsync(() -> {
                try {
                    return in.read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            CompletionStage<Void> closing = gateway.server.close(SOON, Duration.ofMillis(1), new CompletableFuture<>());
            while (!end.isDone()) {
                say(moving, "x");
                assertThat(hear(moving, 1)).isEqualTo("x");
            }
            assertThat(end.get()).isEqualTo(-1);
            assertThat(gateway.audit.await(3).reason()).isEqualTo(ReasonCode.SHUTTING_DOWN);
            say(moving, "still here");
            assertThat(hear(moving, 10)).isEqualTo("still here");
            moving.shutdownOutput();
            assertThat(moving.getInputStream().read()).isEqualTo(-1);
            closing.toCompletableFuture().get(20, java.util.concurrent.TimeUnit.SECONDS);
        }
    }

    @Test
    void aGatewayInAHurryWaitsForNothing() throws Exception {
        try (Socket socket = tunnel()) {
            var hurry = new CompletableFuture<Void>();
            CompletionStage<Void> closing = gateway.server.close(SOON, SOON, hurry);
            hurry.complete(null);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            closing.toCompletableFuture().get(20, java.util.concurrent.TimeUnit.SECONDS);
        }
    }

    @Test
    void aGatewayThatMustEndCutsWhatIsLeftAndSaysSo() throws Exception {
        try (Socket socket = tunnel()) {
            gateway.server.close(Duration.ZERO).toCompletableFuture().get(20, java.util.concurrent.TimeUnit.SECONDS);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.SHUTTING_DOWN);
        }
    }

    @Test
    void aRefusedUploadStillHearsWhy() throws IOException {
        try (Socket socket =
                open("POST http://b.test/ HTTP/1.1\r\nHost: b.test\r\n" + AS + "Content-Length: 9999999\r\n\r\n")) {
            say(socket, "x".repeat(20_000));
            assertThat(hearAll(socket))
                    .startsWith("HTTP/1.1 403 Denied: no_grant\r\n")
                    .contains("Connection: close");
        }
    }

    @Test
    void anAddressThatIsTakenIsAnError() {
        var settings = ProxySettings.of(List.of(gateway.address()), ProxyLimits.DEFAULT);
        assertThatThrownBy(() -> ProxyServer.start(
                        settings,
                        gateway.sandboxes,
                        gateway.dialer,
                        null,
                        gateway.audit,
                        _ -> null,
                        TestSandboxes.GUARD,
                        InstantSource.system(),
                        System::nanoTime,
                        gateway.loops,
                        new ListeningSockets()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen on");
    }

    @Test
    void connectionsAreCountedAndGivenBack() throws IOException {
        TestSandboxes.admission(sandbox).limit(1);
        try (Socket first = tunnel()) {
            assertThat(first.isConnected()).isTrue();
            try (Socket second = open(get("/"))) {
                assertThat(hear(second, 12)).isEqualTo("HTTP/1.1 429");
            }
        }
        gateway.audit.await(3);
        echo.awaitClosed(1, SOON);
        try (Socket third = open(get("/"));
                InputStream in = third.getInputStream()) {
            assertThat(in.read()).isEqualTo('H');
        }
    }
}
