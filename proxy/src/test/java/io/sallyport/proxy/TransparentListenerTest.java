package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections to any address of 127.0.0.0/8 arrive here, as those to all addresses do in a sandbox's own network. */
class TransparentListenerTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final InetSocketAddress ALL = new InetSocketAddress(0);
    private static final int PATIENCE_MILLIS = 20_000;
    private static final int BACKLOG = 8;

    private final Gateway gateway = Gateway.listening(own(ALL));

    private static ListenAddress own(SocketAddress address) {
        return ListenAddress.own(SB, ListenerProtocol.TRANSPARENT, address, Callers.ANYBODY);
    }

    @BeforeEach
    void sandbox() {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("127.0.7.7"));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private static String get(InetAddress address, int port) throws IOException {
        try (var socket = new Socket(address, port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String head = "GET /inside HTTP/1.1\r\nHost: " + address.getHostAddress() + ":" + port
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theAddressThatAProgramConnectsToIsTheTarget() throws IOException {
        int port = gateway.address().getPort();
        try (Origin origin = Origin.plain(Answer::echo)) {
            gateway.dialer.name("127.0.7.7:" + port, origin.address());
            assertThat(get(InetAddress.ofLiteral("127.0.7.7"), port)).contains("GET /inside");
        }
        assertThat(get(InetAddress.ofLiteral("127.0.7.8"), port)).startsWith("HTTP/1.1 403 ");
        AuditEvent refused = gateway.audit.await(2);
        assertThat(refused.reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(refused.request().host()).isEqualTo("127.0.7.8");
        assertThat(refused.sandbox()).isEqualTo("sb-1");
    }

    @Test
    void aReceivedSocketListensUntilItsSandboxEnds() throws IOException {
        assumeTrue(Transport.best() == Transport.EPOLL, "Netty's epoll is not on this machine");
        io.netty.channel.unix.Socket bound = io.netty.channel.unix.Socket.newSocketStream();
        bound.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.7.9"), 0));
        bound.listen(BACKLOG);
        InetSocketAddress address = bound.localAddress();
        gateway.server.listen(List.of(own(new ReceivedSocket(bound.intValue(), address))));
        assertThat(get(address.getAddress(), address.getPort())).startsWith("HTTP/1.1 403 ");
        assertThat(gateway.server.listening()).hasSize(2);
        gateway.server.removed(SB);
        assertThat(gateway.server.listening()).hasSize(1);
    }
}
