package io.sallyport.proxy.threats;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.PlatformDependent;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.model.Obligations;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ConnectionLimits;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.HeadLimits;
import io.sallyport.proxy.listener.Http2Limits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.UpstreamLimits;
import io.sallyport.proxy.listener.WebSocketLimits;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Thousands of connections on which nothing ends each cost at most a fixed amount, heap and direct memory together.
 * This includes what the test's clients and targets hold, and what leak detection stores.
 */
@Isolated
class HalfOpenMemoryTest {
    private static final int HALF_OPEN = 2_000;
    private static final int SLOW_READERS = 100;
    private static final int PART_BYTES = 12_000;

    /** A partial head in an array that was doubled, and the connection itself. */
    private static final long MAX_BYTES_PER_HEAD = 2L * HeadLimits.REQUEST.maxBytes() + 16_384;

    /** A partial hello in a buffer that was doubled, the connection, and its tunnel's records. */
    private static final long MAX_BYTES_PER_HELLO = 2L * HeadLimits.REQUEST.maxBytes() + 32_768;

    private static final int BODIES = 1_000;
    private static final int BODY_BYTES = 60_000;

    /** What was sent of a body that a rule reads, and the connection. */
    private static final long MAX_BYTES_PER_BODY = BODY_BYTES + 40_960;

    /** What waits to be written, here and at the target, and one read in transit. */
    private static final long MAX_BYTES_PER_SLOW_READER = 1L << 20;

    private static final int RECEIVE_BUFFER_BYTES = 8_192;

    /** As shipped, but with time-outs that do not expire during the test. */
    private static final ProxyLimits PATIENT = new ProxyLimits(
            new HeadLimits(
                    HeadLimits.REQUEST.maxBytes(),
                    HeadLimits.REQUEST.maxLineBytes(),
                    HeadLimits.REQUEST.maxFields(),
                    Duration.ofHours(1)),
            HeadLimits.RESPONSE,
            new ConnectionLimits(
                    20_000,
                    2 * HALF_OPEN,
                    8,
                    Duration.ofHours(1),
                    Duration.ofHours(1),
                    65_536,
                    Duration.ofSeconds(3),
                    0),
            UpstreamLimits.DEFAULT,
            GuessLimits.DEFAULT,
            Http2Limits.DEFAULT,
            WebSocketLimits.DEFAULT,
            ProxyLimits.DEFAULT.judgedBodyBytes(),
            ProxyLimits.DEFAULT.signedBodyBytes());

    private final List<SocketChannel> clients = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(65_536);

    @AfterEach
    void hangUp() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
    }

    private SocketChannel open(InetSocketAddress proxy) throws IOException {
        SocketChannel client = SocketChannel.open();
        clients.add(client);
        client.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        client.connect(proxy);
        return client;
    }

    private void say(SocketChannel client, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        buffer.clear().put(bytes).flip();
        while (buffer.hasRemaining()) {
            client.write(buffer);
        }
    }

    /** Reads exactly {@code bytes} bytes. */
    private String hear(SocketChannel client, int bytes) throws IOException {
        buffer.clear().limit(bytes);
        while (buffer.hasRemaining()) {
            assertThat(client.read(buffer)).as("the connection is open").isPositive();
        }
        return StandardCharsets.ISO_8859_1.decode(buffer.flip()).toString();
    }

    /** Reads an answer with a length. */
    private String hearAnswer(SocketChannel client) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append(hear(client, 1));
        }
        String length = head.toString().replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
        return head + hear(client, Integer.parseInt(length));
    }

    /** Waits until each loop has read what had arrived: it has run more than one iteration since. */
    private static void settle(EventLoopGroup loops) {
        for (int round = 0; round < 10; round++) {
            for (EventExecutor loop : loops) {
                loop.submit(() -> {}).syncUninterruptibly();
            }
        }
    }

    private static long used() {
        ManagementFactory.getMemoryMXBean().gc();
        long direct = Math.max(0, PlatformDependent.usedDirectMemory());
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            direct += Math.max(0, pool.getMemoryUsed());
        }
        return direct + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void assertGrownByLessThan(long perConnection, int connections, long before) {
        long grown = used() - before;
        assertThat(grown / connections)
                .as("bytes for each of %d connections", connections)
                .isLessThan(perConnection);
    }

    @Test
    void headsThatNeverEndAreHeldWithinABound() throws IOException {
        try (Gateway gateway = new Gateway(PATIENT)) {
            String stranger = "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n";
            long before = used();
            for (int i = 0; i < HALF_OPEN; i++) {
                SocketChannel client = open(gateway.address());
                say(client, stranger);
                assertThat(hearAnswer(client)).startsWith("HTTP/1.1 407 ");
                say(client, "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nX: " + "x".repeat(PART_BYTES));
            }
            settle(gateway.loops);
            assertGrownByLessThan(MAX_BYTES_PER_HEAD, HALF_OPEN, before);
            for (SocketChannel client : clients) {
                say(client, "\r\n\r\n");
            }
            for (SocketChannel client : clients) {
                assertThat(hearAnswer(client)).startsWith("HTTP/1.1 407 ");
            }
        }
    }

    @Test
    void hellosThatNeverEndAreHeldWithinABound() throws IOException {
        TestCa ca = TestCa.create("Public CA", InstantSource.system());
        try (InterceptingGateway gateway = new InterceptingGateway(TlsProvider.JDK, ca, Map.of(), PATIENT)) {
            gateway.add("sb-1", _ -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));
            String connect = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + Conversation.as("sb-1") + "\r\n";
            String established = "HTTP/1.1 200 Connection established\r\n\r\n";
            String hello = ClientHellos.record(ClientHellos.message(ClientHellos.extension(21, "p".repeat(16_000))));
            long before = used();
            for (int i = 0; i < HALF_OPEN; i++) {
                SocketChannel client = open(gateway.address());
                say(client, connect);
                assertThat(hear(client, established.length())).isEqualTo(established);
                say(client, hello.substring(0, PART_BYTES));
            }
            settle(gateway.loops);
            assertGrownByLessThan(MAX_BYTES_PER_HELLO, HALF_OPEN, before);
            assertThat(gateway.audit.records()).hasSize(HALF_OPEN);
            assertThat(gateway.leavesAskedFor()).isZero();
        }
    }

    @Test
    void bodiesThatNeverEndAreHeldWithinABound() throws IOException {
        long bound = BODIES * (BODY_BYTES + 1L);
        try (Gateway gateway = new Gateway(PATIENT)) {
            gateway.sandboxes.bound(new BufferLimits(2 * bound, bound));
            gateway.sandboxes.add("sb-1", _ -> TestSandboxes.allow(Obligations.NONE.judgingBody()));
            String begun = Attack.request("POST", "/", "Content-Length: " + (BODY_BYTES + 1) + "\r\n");
            long before = used();
            for (int i = 0; i < BODIES; i++) {
                SocketChannel client = open(gateway.address());
                say(client, begun);
                say(client, "x".repeat(BODY_BYTES));
            }
            while (gateway.sandboxes.buffers().used() < (long) BODIES * BODY_BYTES) {
                settle(gateway.loops);
            }
            assertGrownByLessThan(MAX_BYTES_PER_BODY, BODIES, before);
            assertThat(gateway.audit.records()).isEmpty();
        }
    }

    @Test
    void readersThatAreSlowAreWrittenToWithinABound() throws IOException {
        try (Gateway gateway = new Gateway(PATIENT);
                Origin endless = Origin.plain(_ -> new Answer.Endless())) {
            gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            gateway.dialer.name("a.test:80", endless.address());
            long before = used();
            for (int i = 0; i < SLOW_READERS; i++) {
                SocketChannel client = open(gateway.address());
                say(client, Attack.request("GET", "/", ""));
                assertThat(hear(client, 15)).isEqualTo("HTTP/1.1 200 OK");
            }
            for (int round = 0; round < 4; round++) {
                for (SocketChannel client : clients) {
                    hear(client, 65_536);
                }
                settle(gateway.loops);
                assertGrownByLessThan(MAX_BYTES_PER_SLOW_READER, SLOW_READERS, before);
            }
        }
    }
}
