package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ConnectionLimits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Http2Listener;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.TestCa;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Opaque tunnels whose bytes the kernel moves through pipes, over real sockets; pipes are counted in /proc. */
@Isolated
class BulkTunnelTest {
    /** More than kernel and gateway hold of a connection that is not read. */
    private static final int BULK = 48 << 20;

    private static final byte[] HELLO = ClientHellos.to("b.test").getBytes(StandardCharsets.ISO_8859_1);
    private static final int PIECE = 32 << 10;
    private static final int PATIENCE_MILLIS = 30_000;

    private final TestCa ca = TestCa.create("Public CA", InstantSource.system());
    private final ServerSocket target = listen();
    private final Map<String, String> targets =
            Map.of("b.test:443", InetAddress.getLoopbackAddress().getHostAddress() + ":" + target.getLocalPort());
    private final InterceptingGateway gateway = new InterceptingGateway(TlsProvider.preferred(), ca, targets);
    private final Sandbox sandbox = gateway.add("sb-1", BulkTunnelTest::opaque);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private long pipesBefore;

    private static Decision opaque(CanonicalRequest request) {
        return TestSandboxes.allow(new Obligations(false, Set.of(), null, Set.of()));
    }

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void onlyWithEpoll() throws IOException {
        assumeTrue(Transport.best() == Transport.EPOLL, "pipes are used with epoll alone");
        pipesBefore = pipes();
    }

    @AfterEach
    void close() throws IOException {
        target.close();
        gateway.close();
        threads.close();
    }

    @Test
    void bytesArriveWholeBothWaysAtOnceAndAreCountedExactly() throws Exception {
        try (Socket client = open();
                Socket served = accept()) {
            Future<?> down = threads.submit(() -> send(served, 1));
            Future<?> up = threads.submit(() -> send(client, 2));
            Future<?> heard = threads.submit(() -> assertHears(served, 2));
            assertHears(client, 1);
            for (Future<?> one : new Future<?>[] {down, up, heard}) {
                one.get();
            }
        }
        AuditEvent end = gateway.audit.await(2);
        assertThat(end.request().bytesIn()).isEqualTo(BULK + HELLO.length);
        assertThat(end.request().bytesOut()).isEqualTo(BULK);
        untilPipes(0);
    }

    @Test
    void aClientThatReadsLateGetsAllFromATargetThatHasClosed() throws Exception {
        try (Socket client = open();
                Socket served = accept()) {
            Future<?> down = threads.submit(() -> send(served, 3));
            untilPipes(1);
            untilCharged(sandbox);
            assertHears(client, 3);
            down.get();
        }
        untilPipes(0);
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @Test
    void aRemovedSandboxsTunnelIsCutWithWhatItsPipeHolds() throws Exception {
        try (Socket client = open();
                Socket served = accept()) {
            var _ = threads.submit(() -> send(served, 4));
            untilPipes(1);
            gateway.sandboxes.remove("sb-1");
            gateway.server.removed(new SandboxId("sb-1"));
            untilPipes(0);
            assertThat(gateway.audit.await(2).facts().reason()).isNotEqualTo(ReasonCode.GRANTED);
            assertThat(heardUntilEnd(client)).isLessThan(BULK);
        }
    }

    @Test
    @SuppressWarnings("try") // the client leaves first
    void whatAPipeHoldsForAClientThatLeavesIsDropped() throws Exception {
        try (Socket client = open();
                Socket served = accept()) {
            var _ = threads.submit(() -> send(served, 5));
            untilPipes(1);
            client.close();
            untilPipes(0);
        }
    }

    @Test
    void withoutPipesBytesAreCopied() throws Exception {
        ConnectionLimits usual = ConnectionLimits.DEFAULT;
        var noPipes = new ConnectionLimits(
                usual.maxOpen(),
                usual.maxUnidentified(),
                usual.maxIdentityFailures(),
                usual.idleTimeout(),
                usual.halfClosedTimeout(),
                usual.drainBytes(),
                usual.lingerTimeout(),
                0);
        ProxyLimits all = ProxyLimits.DEFAULT;
        var limits = new ProxyLimits(
                all.request(),
                all.response(),
                noPipes,
                all.upstream(),
                all.guesses(),
                all.http2(),
                all.webSocket(),
                all.judgedBodyBytes(),
                all.signedBodyBytes());
        try (var copying = new InterceptingGateway(TlsProvider.preferred(), ca, targets, limits)) {
            Sandbox owner = copying.add("sb-1", BulkTunnelTest::opaque);
            assertCopied(owner, copying.tunnel("sb-1", "b.test:443"));
        }
    }

    /** A splice would pass by the TLS of the listener, in the clear. */
    @Test
    void whatTheListenerEncryptsIsCopied(@TempDir Path folder) throws Exception {
        try (var secured = new Http2Listener(folder, TlsProvider.preferred(), ca, targets)) {
            Sandbox owner = secured.gateway.add("sb-1", BulkTunnelTest::opaque);
            InetSocketAddress address = secured.gateway.address();
            Socket client = secured.trusting(new Socket(address.getAddress(), address.getPort()), "127.0.0.1");
            client.setSoTimeout(PATIENCE_MILLIS);
            String connect = "CONNECT b.test:443 HTTP/1.1\r\nHost: b.test:443\r\n" + Conversation.as("sb-1") + "\r\n";
            client.getOutputStream().write(connect.getBytes(StandardCharsets.ISO_8859_1));
            client.getInputStream().readNBytes("HTTP/1.1 200 Connection established\r\n\r\n".length());
            assertCopied(owner, client);
        }
    }

    /** While the client does not read, a pipe would be open and full. */
    private void assertCopied(Sandbox owner, Socket opened) throws Exception {
        try (Socket client = opened) {
            client.getOutputStream().write(HELLO);
            try (Socket served = accept()) {
                Future<?> down = threads.submit(() -> send(served, 6));
                untilCharged(owner);
                assertThat(pipes()).isEqualTo(pipesBefore);
                assertHears(client, 6);
                down.get();
            }
        }
    }

    private Socket open() throws IOException {
        Socket client = gateway.tunnel("sb-1", "b.test:443");
        client.getOutputStream().write(HELLO);
        return client;
    }

    private Socket accept() throws IOException {
        Socket served = target.accept();
        served.setSoTimeout(PATIENCE_MILLIS);
        assertThat(served.getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);
        return served;
    }

    private static byte at(int seed, int position) {
        return (byte) (seed * 31 + position * 7 + (position >>> 8));
    }

    /** Sends everything, then ends its half. */
    private static @Nullable Void send(Socket from, int seed) throws IOException {
        OutputStream out = from.getOutputStream();
        byte[] piece = new byte[PIECE];
        for (int sent = 0; sent < BULK; sent += PIECE) {
            for (int i = 0; i < PIECE; i++) {
                piece[i] = at(seed, sent + i);
            }
            out.write(piece);
        }
        from.shutdownOutput();
        return null;
    }

    private static @Nullable Void assertHears(Socket by, int seed) throws IOException {
        InputStream in = by.getInputStream();
        for (int heard = 0; heard < BULK; heard += PIECE) {
            byte[] piece = in.readNBytes(PIECE);
            assertThat(piece.length).as("bytes at %d", heard).isEqualTo(PIECE);
            for (int i = 0; i < PIECE; i++) {
                if (piece[i] != at(seed, heard + i)) {
                    throw new AssertionError("another byte at " + (heard + i));
                }
            }
        }
        assertThat(in.read()).isEqualTo(-1);
        return null;
    }

    private static long heardUntilEnd(Socket by) {
        long heard = 0;
        try {
            for (int more = 0; more >= 0; heard += more) {
                more = by.getInputStream().readNBytes(PIECE).length;
                if (more == 0) {
                    return heard;
                }
            }
        } catch (IOException _) {
            return heard; // a reset ends it too
        }
        return heard;
    }

    private static long pipes() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(BulkTunnelTest::isPipe).count();
        }
    }

    private static boolean isPipe(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("pipe:");
        } catch (IOException _) {
            return false; // closed meanwhile
        }
    }

    /** The socket of a client that does not read takes some of it first. */
    private static void untilCharged(Sandbox owner) {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (owner.admission().buffers().used() == 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(owner.admission().buffers().used())
                .as("what waits is charged")
                .isPositive();
    }

    /** Waits until that many pipes are open, of two descriptors each. */
    private void untilPipes(int count) throws IOException {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (pipes() != pipesBefore + 2L * count && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(pipes()).isEqualTo(pipesBefore + 2L * count);
    }
}
