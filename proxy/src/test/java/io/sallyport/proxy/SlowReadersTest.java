package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.Judge;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.model.Obligations;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.PatternedOrigin;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.transport.PooledBuffers;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that do not read what they requested, and targets that do not read what they are sent, over real sockets. */
@Isolated
class SlowReadersTest {
    private static final int SLOW = 12;

    /** More than the kernel buffers for a connection. */
    private static final int BODY = 5 << 20;

    /** The minimum that is buffered once nothing moves any more. */
    private static final long FULL = 512 << 10;

    /** Chunks of 4 MiB: two for each event loop. */
    private static final long RESERVED = 16 << 20;

    private static final int ALIKE = 10;
    private static final int PATIENCE_MILLIS = 20_000;

    private final TestCa ca = TestCa.create("Public CA", InstantSource.system());
    private final Origin plain = PatternedOrigin.of(null, BODY);
    private final Origin secure = PatternedOrigin.of(ca.leaf("a.test"), BODY);
    private final Origin deaf = Origin.raw(channel -> channel.config().setAutoRead(false));
    private final Origin quick = Origin.plain(_ -> Answer.text(200, "quick"));
    private final InterceptingGateway gateway = new InterceptingGateway(
            TlsProvider.preferred(),
            ca,
            Map.of(
                    "a.test:80", plain.hostPort(),
                    "a.test:443", secure.hostPort(),
                    "b.test:443", plain.hostPort(),
                    "deaf.test:80", deaf.hostPort(),
                    "deaf.test:443", deaf.hostPort(),
                    "quick.test:80", quick.hostPort()));
    private final BufferBudget budget = gateway.sandboxes.bound(new BufferLimits(4 << 20, 2 << 20));
    private final Sandbox slow = gateway.add("sb-1", judge());
    private final List<Socket> clients = new ArrayList<>();

    SlowReadersTest() {
        gateway.add("sb-2", judge());
    }

    /** Tunnels to {@code a.test} are intercepted, others are not. */
    private static Judge judge() {
        return request -> TestSandboxes.allow(new Obligations(
                request.kind() == RequestKind.CONNECT && request.host().text().equals("a.test"),
                Set.of(),
                null,
                Set.of()));
    }

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        gateway.close();
        List.of(plain, secure, deaf, quick).forEach(Origin::close);
    }

    /** How an answer reaches its client. */
    enum Way {
        FORWARDED,
        INTERCEPTED,
        TUNNELLED
    }

    @ParameterizedTest
    @EnumSource
    void whatTheyLeaveIsBoundedAndEachGetsItsOwnWholeOnceItReads(Way way) throws Exception {
        long reserved = PooledBuffers.reservedBytes();
        for (int i = 0; i < SLOW; i++) {
            clients.add(ask(way, i));
        }
        long most = standstill();
        assertThat(most).isLessThan(budget.limits().bytesPerSandbox());
        assertThat(PooledBuffers.reservedBytes() - reserved).isLessThanOrEqualTo(RESERVED);
        for (int i = 0; i < SLOW; i++) {
            assertIsWhole(way, clients.get(i), i);
        }
        untilNothingWaits();
    }

    @Test
    void whatIsLeftWithTheGatewayIsGivenBackWhenItsReadersLeave() throws Exception {
        for (int i = 0; i < SLOW; i++) {
            clients.add(ask(i % 2 == 0 ? Way.FORWARDED : Way.TUNNELLED, i));
        }
        standstill();
        for (Socket client : clients) {
            client.close();
        }
        untilNothingWaits();
    }

    @ParameterizedTest
    @EnumSource(names = {"FORWARDED", "TUNNELLED"})
    void whatTargetsDoNotReadIsBoundedAndGivenBack(Way way) throws Exception {
        List<SocketChannel> senders = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW; i++) {
                senders.add(upload(way));
            }
            ByteBuffer piece = ByteBuffer.allocate(16 << 10);
            long most = 0;
            for (int full = 0; full < ALIKE || most < FULL; ) {
                long sent = 0;
                for (SocketChannel sender : senders) {
                    sent += sender.write(piece.clear());
                }
                full = sent == 0 ? full + 1 : 0;
                neighbourIsServed();
                most = Math.max(most, slow.admission().buffers().used());
            }
            assertThat(most).isLessThan(budget.limits().bytesPerSandbox());
            deaf.close();
            untilNothingWaits();
        } finally {
            for (SocketChannel sender : senders) {
                sender.close();
            }
        }
    }

    /** Serves the neighbour until nothing moves any more; returns the maximum that was buffered meanwhile. */
    private long standstill() throws IOException {
        long most = 0;
        long before = -1;
        for (int alike = 0; alike < ALIKE; ) {
            neighbourIsServed();
            long now = slow.admission().buffers().used();
            alike = now == before && now >= FULL ? alike + 1 : 0;
            before = now;
            most = Math.max(most, now);
        }
        return most;
    }

    private void untilNothingWaits() throws IOException {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (budget.used() != 0 && System.nanoTime() < end) {
            neighbourIsServed();
        }
        assertThat(budget.used()).isZero();
    }

    private void neighbourIsServed() throws IOException {
        try (Socket neighbour = open()) {
            say(neighbour, get("http://quick.test/", "quick.test", "sb-2", "Connection: close\r\n"));
            assertThat(new String(neighbour.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("quick");
        }
    }

    private Socket ask(Way way, int number) throws Exception {
        return switch (way) {
            case FORWARDED -> {
                Socket client = open();
                say(client, get("http://a.test/" + number, "a.test", "sb-1", ""));
                yield client;
            }
            case INTERCEPTED -> {
                Socket client = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test");
                say(client, "GET /" + number + " HTTP/1.1\r\nHost: a.test\r\n\r\n");
                yield client;
            }
            case TUNNELLED -> {
                Socket client = gateway.tunnel("sb-1", "b.test:443");
                say(client, ClientHellos.to("b.test") + "GET /" + number + " HTTP/1.1\r\n\r\n");
                yield client;
            }
        };
    }

    private SocketChannel upload(Way way) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_SNDBUF, 64 << 10);
        channel.connect(gateway.address());
        if (way == Way.FORWARDED) {
            say(
                    channel.socket(),
                    "POST http://deaf.test/ HTTP/1.1\r\nHost: deaf.test\r\n" + Conversation.as("sb-1")
                            + "Content-Length: 1000000000\r\n\r\n");
        } else {
            say(
                    channel.socket(),
                    "CONNECT deaf.test:443 HTTP/1.1\r\nHost: deaf.test:443\r\n" + Conversation.as("sb-1") + "\r\n");
            head(channel.socket().getInputStream());
            say(channel.socket(), ClientHellos.to("deaf.test"));
        }
        channel.configureBlocking(false);
        return channel;
    }

    private Socket open() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(64 << 10);
        InetSocketAddress address = gateway.address();
        socket.connect(address);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static String get(String url, String host, String as, String fields) {
        return "GET " + url + " HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as(as) + fields + "\r\n";
    }

    private static void say(Socket socket, String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertThat(next).as(head.toString()).isNotNegative();
            head.append((char) next);
        }
        assertThat(head).startsWith("HTTP/1.1 200 ");
    }

    private static void assertIsWhole(Way way, Socket client, int number) throws IOException {
        InputStream in = client.getInputStream();
        head(in);
        byte[] body = in.readNBytes(BODY);
        assertThat(body).hasSize(BODY);
        for (int i = 0; i < BODY; i++) {
            if (body[i] != PatternedOrigin.at(number, i)) {
                throw new AssertionError("byte " + i + " of answer " + number + ", " + way);
            }
        }
    }
}
