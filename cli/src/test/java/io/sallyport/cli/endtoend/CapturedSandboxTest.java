package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.store.CaStore;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.gateway.serve.Gateway;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole gateway on received sockets alone, for a sandbox that knows of no proxy. */
class CapturedSandboxTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final int PATIENCE_MILLIS = 20_000;
    private static final int BACKLOG = 8;

    @TempDir
    Path folder;

    private final Kept audit = new Kept();

    @BeforeEach
    void needsEpoll() {
        assumeTrue(Transport.best() == Transport.EPOLL, "Netty's epoll is not on this machine");
    }

    private static ReceivedSocket tcp() throws IOException {
        var socket = io.netty.channel.unix.Socket.newSocketStream();
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.7.7"), 0));
        socket.listen(BACKLOG);
        return new ReceivedSocket(socket.intValue(), socket.localAddress());
    }

    private static ReceivedSocket udp() throws IOException {
        var socket = io.netty.channel.unix.Socket.newSocketDgram();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new ReceivedSocket(socket.intValue(), socket.localAddress());
    }

    private Gateway start(ListenAddress... listen) throws Exception {
        Path file = Files.writeString(folder.resolve("c.yaml"), "proxy: {dns: {ttl: 5s}}\n");
        return Gateway.start(
                ConfigFile.read(file, null, folder),
                List.of(listen),
                new ListeningSockets(),
                new MemoryStore(),
                CaStore.MEMORY_ONLY,
                folder.resolve("runs"),
                audit,
                null);
    }

    private static void put(Gateway gateway, String lease) {
        var documents = SandboxDocuments.builder().lease(lease).build();
        assertThat(gateway.control()
                        .put(SB, new SandboxChange(documents, Precondition.NONE, false))
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(SandboxAnswer.InForce.class);
    }

    @Test
    void whatALeaseGrantsIsLookedUpAndNothingElseIsReached() throws Exception {
        ReceivedSocket tcp = tcp();
        ReceivedSocket udp = udp();
        try (Gateway gateway = start(
                ListenAddress.own(SB, ListenerProtocol.TRANSPARENT, tcp, Callers.ANYBODY),
                ListenAddress.own(SB, ListenerProtocol.DNS_UDP, udp, Callers.ANYBODY))) {
            put(gateway, "{\"net.fetch\": [\"https://*.named.test/**\"]}");
            assertThat(get(tcp.address(), "/closed"))
                    .startsWith("HTTP/1.1 403 ")
                    .contains("no_grant");
            assertThat(answer("x.named.test", udp.address()))
                    .as("a time to live of 5 s, and the address")
                    .endsWith("000000050004c6120001");
            assertThat(answer("named.test", udp.address())).startsWith("12348583");
            gateway.control().delete(SB).toCompletableFuture().join();
        }
        assertThat(audit.kinds()).contains("http no_grant", "dns granted", "dns no_grant");
    }

    private static String get(InetSocketAddress address, String path) throws IOException {
        try (var socket = new Socket(address.getAddress(), address.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String head = "GET %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n"
                    .formatted(path, address.getAddress().getHostAddress(), address.getPort());
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the answer to a query for the type A, in hex. */
    private static String answer(String name, InetSocketAddress server) throws IOException {
        var query = new StringBuilder("123401000001000000000000");
        for (String label : name.split("\\.", -1)) {
            query.append("%02x".formatted(label.length()))
                    .append(HexFormat.of().formatHex(label.getBytes(StandardCharsets.US_ASCII)));
        }
        byte[] bytes = HexFormat.of().parseHex(query.append("0000010001"));
        try (var socket = new DatagramSocket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.send(new DatagramPacket(bytes, bytes.length, server));
            var packet = new DatagramPacket(new byte[512], 512);
            socket.receive(packet);
            return HexFormat.of().formatHex(packet.getData(), 0, packet.getLength());
        }
    }

    /** Keeps records in memory. */
    private static final class Kept implements AuditLog {
        private final List<AuditEvent> records = new CopyOnWriteArrayList<>();

        List<String> kinds() {
            return records.stream()
                    .map(record -> record.kind() + " " + record.reason().word())
                    .toList();
        }

        @Override
        public String nextId() {
            return "a";
        }

        @Override
        public boolean isAccepting() {
            return true;
        }

        @Override
        public void append(AuditEvent record, Executor executor, Written written) {
            append(record);
            executor.execute(() -> written.ended(true));
        }

        @Override
        public void append(AuditEvent record) {
            records.add(record);
        }
    }
}
