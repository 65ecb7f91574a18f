package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.sallyport.model.Obligations;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.HeadLimits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Many clients of one sandbox at one healthy target, which answers only after all have sent their request: all of them
 * need a connection at once, more than may be dialled at once.
 */
@Execution(ExecutionMode.CONCURRENT)
class ManyClientsTest {
    private static final int CLIENTS = 256;
    /** Each costs three handshakes. */
    private static final int TLS_CLIENTS = 48;

    private static final int ROUNDS = 3;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final String HELD = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final TestCa ca = TestCa.create("Public CA", InstantSource.system());
    private final Crowd crowd = new Crowd();
    private final Origin plain = Origin.raw(channel -> channel.pipeline().addLast(crowd.member()));
    private final Origin tls =
            Origin.rawTls(ca.leaf("tls.test"), channel -> channel.pipeline().addLast(crowd.member()));
    private final InterceptingGateway gateway = new InterceptingGateway(
            TlsProvider.BORINGSSL,
            ca,
            Map.of("plain.test:80", plain.hostPort(), "tls.test:443", tls.hostPort()),
            patient());
    private final List<Socket> clients = new ArrayList<>();

    /** The first client is answered only after the handshake of the last one. */
    private static ProxyLimits patient() {
        ProxyLimits usual = ProxyLimits.DEFAULT;
        HeadLimits heads = usual.request();
        return new ProxyLimits(
                new HeadLimits(heads.maxBytes(), heads.maxLineBytes(), heads.maxFields(), Duration.ofHours(1)),
                usual.response(),
                usual.connections(),
                usual.upstream(),
                usual.guesses(),
                usual.http2(),
                usual.webSocket(),
                ProxyLimits.DEFAULT.judgedBodyBytes(),
                ProxyLimits.DEFAULT.signedBodyBytes());
    }

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        gateway.close();
        plain.close();
        tls.close();
    }

    @Test
    void allAreServedAndNoneIsDialledTwice() throws IOException {
        gateway.add("sb-1", TestSandboxes.hosts("plain.test"));
        for (int i = 0; i < CLIENTS; i++) {
            Socket client =
                    new Socket(gateway.address().getAddress(), gateway.address().getPort());
            client.setSoTimeout(PATIENCE_MILLIS);
            clients.add(client);
        }
        askInRounds("GET http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\n" + Conversation.as("sb-1") + "\r\n");
        assertThat(plain.connections()).isEqualTo(CLIENTS);
    }

    @Test
    void allAreServedInOpenedTunnelsToo() throws Exception {
        gateway.add(
                "sb-1",
                request -> TestSandboxes.allow(
                        new Obligations(request.kind() == RequestKind.CONNECT, Set.of(), null, Set.of())));
        for (int i = 0; i < TLS_CLIENTS; i++) {
            SSLSocket client = gateway.tls(gateway.tunnel("sb-1", "tls.test:443"), "sb-1", "tls.test");
            clients.add(client);
            client.startHandshake();
        }
        askInRounds("GET / HTTP/1.1\r\nHost: tls.test\r\n\r\n");
        assertThat(tls.connections()).isEqualTo(TLS_CLIENTS);
    }

    private void askInRounds(String request) throws IOException {
        byte[] asked = request.getBytes(StandardCharsets.ISO_8859_1);
        for (int round = 0; round < ROUNDS; round++) {
            crowd.await(clients.size());
            for (Socket client : clients) {
                client.getOutputStream().write(asked);
            }
            for (Socket client : clients) {
                assertThat(statusLine(client)).isEqualTo("HTTP/1.1 200 OK");
            }
        }
    }

    /** Reads one complete answer. */
    private static String statusLine(Socket client) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("\r\n\r\nok")) {
            int next = client.getInputStream().read();
            if (next < 0 || answer.length() > 2000) {
                return answer.toString();
            }
            answer.append((char) next);
        }
        return answer.substring(0, answer.indexOf("\r\n"));
    }

    /** The clients that have sent a request; all are answered together. */
    private static final class Crowd {
        private final List<ChannelHandlerContext> asking = new ArrayList<>();
        private int expected;

        synchronized void await(int count) {
            expected = count;
        }

        private synchronized void asked(ChannelHandlerContext one) {
            asking.add(one);
            if (asking.size() == expected) {
                for (ChannelHandlerContext each : asking) {
                    var _ = each.writeAndFlush(ByteBufUtil.writeAscii(each.alloc(), HELD));
                }
                asking.clear();
            }
        }

        SimpleChannelInboundHandler<ByteBuf> member() {
            return new SimpleChannelInboundHandler<>() {
                private final StringBuilder head = new StringBuilder();

                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf in) {
                    head.append(in.toString(StandardCharsets.ISO_8859_1));
                    if (head.toString().endsWith("\r\n\r\n")) {
                        head.setLength(0);
                        asked(ctx);
                    }
                }
            };
        }
    }
}
