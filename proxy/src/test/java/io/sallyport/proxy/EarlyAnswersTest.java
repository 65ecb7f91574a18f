package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.sallyport.model.Obligations;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Targets that answer while the body is still being sent to them, and then reset the connection; over real sockets. */
@Execution(ExecutionMode.CONCURRENT)
class EarlyAnswersTest {
    private static final String ANSWER = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nno!";
    private static final byte[] PIECE = new byte[16_384];
    private static final int PIECES = 64;

    /** Whether our write or our read comes first differs between uploads. */
    private static final int UPLOADS = 50;

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin plain = Origin.raw(channel -> channel.pipeline().addLast(new Hasty()));
    private final Origin tls =
            Origin.rawTls(publicCa.leaf("a.test"), channel -> channel.pipeline().addLast(new Hasty()));
    private final InterceptingGateway gateway = new InterceptingGateway(
            TlsProvider.preferred(), publicCa, Map.of("a.test:80", plain.hostPort(), "a.test:443", tls.hostPort()));

    EarlyAnswersTest() {
        gateway.add(
                "sb-1",
                request -> TestSandboxes.allow(
                        request.kind() == RequestKind.CONNECT
                                ? new Obligations(true, Set.of(), null, Set.of())
                                : Obligations.NONE));
    }

    /** Answers the first bytes, and resets the connection at the next ones. */
    private static final class Hasty extends SimpleChannelInboundHandler<ByteBuf> {
        private boolean answered;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the client sees the result
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf request) {
            if (answered) {
                return;
            }
            answered = true;
            Channel channel = ctx.channel();
            channel.config().setAutoRead(false);
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            ctx.writeAndFlush(Unpooled.copiedBuffer(ANSWER, StandardCharsets.US_ASCII))
                    .addListener(_ -> channel.unsafe().closeForcibly());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.channel().unsafe().closeForcibly();
        }
    }

    @AfterEach
    void close() {
        gateway.close();
        plain.close();
        tls.close();
    }

    private static String upload(Socket socket, String head) throws IOException {
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        try {
            for (int i = 0; i < PIECES; i++) {
                socket.getOutputStream().write(PIECE);
            }
        } catch (IOException _) {
            // The gateway need not accept a body that is no longer wanted.
        }
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
    }

    private static String lengthOf() {
        return "Content-Length: " + PIECES * PIECE.length + "\r\n\r\n";
    }

    @Test
    void theAnswerReachesTheClientOfAForwardedRequest() throws IOException {
        String head = "POST http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + lengthOf();
        for (int i = 0; i < UPLOADS; i++) {
            try (Socket socket =
                    new Socket(gateway.address().getAddress(), gateway.address().getPort())) {
                assertThat(upload(socket, head)).isEqualTo("HTTP/1.1 413");
            }
        }
    }

    @Test
    void theAnswerReachesTheClientInsideAnOpenedTunnel() throws Exception {
        String head = "POST / HTTP/1.1\r\nHost: a.test\r\n" + lengthOf();
        for (int i = 0; i < UPLOADS; i++) {
            try (Socket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test")) {
                assertThat(upload(socket, head)).isEqualTo("HTTP/1.1 413");
            }
        }
    }
}
