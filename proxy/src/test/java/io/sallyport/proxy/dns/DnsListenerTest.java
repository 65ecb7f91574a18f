package io.sallyport.proxy.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.HostPattern;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DNS over sockets, as resolvers speak it. */
class DnsListenerTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final int PATIENCE_MILLIS = 20_000;

    private final Gateway gateway = Gateway.listening(own(ListenerProtocol.DNS_UDP), own(ListenerProtocol.DNS_TCP));

    private static ListenAddress own(ListenerProtocol protocol) {
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return ListenAddress.own(SB, protocol, anyPort, Callers.ANYBODY);
    }

    @BeforeEach
    void grants() {
        var sandbox = gateway.sandboxes.add("sb-1", TestSandboxes.hosts());
        TestSandboxes.grantNames(sandbox, TestSandboxes.hosts(), new HostPattern.Exact("a.test"));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private Socket connect() throws IOException {
        InetSocketAddress tcp = gateway.server.addresses().getLast();
        var socket = new Socket(tcp.getAddress(), tcp.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static byte[] framed(byte[] message) {
        return DnsBytes.joined(new byte[] {0, (byte) message.length}, message);
    }

    private static byte[] answer(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        return in.readNBytes(in.readUnsignedShort());
    }

    @Test
    void datagrams() throws IOException {
        InetSocketAddress udp = gateway.server.addresses().getFirst();
        try (var socket = new DatagramSocket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            byte[] noise = {1, 2, 3};
            socket.send(new DatagramPacket(noise, noise.length, udp));
            byte[] query = DnsBytes.query("a.test", DnsBytes.A);
            socket.send(new DatagramPacket(query, query.length, udp));
            var packet = new DatagramPacket(new byte[512], 512);
            socket.receive(packet);
            byte[] answer = Arrays.copyOf(packet.getData(), packet.getLength());
            assertThat(DnsBytes.address(answer)).isEqualTo("198.18.0.1");
        }
        assertThat(gateway.audit.await(1).kind()).isEqualTo("dns");
    }

    @Test
    void queriesOnOneConnection() throws IOException {
        try (Socket socket = connect()) {
            byte[] both = DnsBytes.joined(
                    framed(DnsBytes.query("a.test", DnsBytes.A)), framed(DnsBytes.query("b.test", DnsBytes.A)));
            for (byte each : both) {
                socket.getOutputStream().write(each);
            }
            assertThat(DnsBytes.address(answer(socket))).isEqualTo("198.18.0.1");
            assertThat(DnsBytes.code(answer(socket))).isEqualTo(3);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aMessageThatIsTooLongEndsTheConnection() throws IOException {
        try (Socket socket = connect()) {
            new DataOutputStream(socket.getOutputStream()).writeShort(1_025);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aMessageThatIsNotAnsweredEndsTheConnection() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(framed(new byte[0]));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aConnectionThatAsksNothingEnds() throws IOException {
        var soon = new DnsSettings(1, Duration.ofSeconds(1), 1, 1, Duration.ofMillis(100));
        try (Gateway brief = Gateway.listening(soon, own(ListenerProtocol.DNS_TCP));
                var socket = new Socket(
                        InetAddress.getLoopbackAddress(), brief.address().getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void connectionsBeyondTheBoundAreClosed() throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < DnsSettings.DEFAULT.maxConnections(); i++) {
                Socket socket = connect();
                open.add(socket);
                socket.getOutputStream().write(framed(DnsBytes.query("a.test", DnsBytes.A)));
                answer(socket);
            }
            try (Socket more = connect()) {
                assertThat(more.getInputStream().read()).isEqualTo(-1);
            }
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
