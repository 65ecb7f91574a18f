package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Clients that disconnect, and clients that close only their half, over real sockets; the target answers when it is
 * told to.
 */
@Execution(ExecutionMode.CONCURRENT)
class AbandonedRequestsTest {
    private static final String AS = Conversation.as("sb-1");
    private static final String GET = "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final BlockingQueue<Channel> asked = new LinkedBlockingQueue<>();
    private final Gateway gateway = new Gateway();
    private final Origin target = Origin.raw(channel -> channel.pipeline().addLast(new Silent()));
    private final Sandbox sandbox = gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));

    /** Sends nothing by itself. */
    private final class Silent extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf request) {
            asked.add(ctx.channel());
        }
    }

    @BeforeEach
    void names() {
        gateway.dialer.name("a.test:80", target.address());
        gateway.dialer.name("a.test:443", target.address());
    }

    @AfterEach
    void close() {
        gateway.close();
        target.close();
    }

    private Socket say(String bytes) throws IOException {
        Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort());
        socket.setSoTimeout((int) SOON.toMillis());
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static String hear(Socket socket, String upTo) throws IOException {
        var heard = new StringBuilder();
        while (heard.indexOf(upTo) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new AssertionError("the end, after: " + heard);
            }
            heard.append((char) next);
        }
        return heard.toString();
    }

    private Channel awaitAsked() throws InterruptedException {
        return Objects.requireNonNull(asked.poll(SOON.toSeconds(), TimeUnit.SECONDS), "the target was never asked");
    }

    private static void answer(Channel channel, String bytes) {
        channel.writeAndFlush(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1))
                .syncUninterruptibly();
    }

    private void assertAbandoned(int record) {
        assertThat(gateway.audit.await(record).reason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        target.awaitClosed(1, SOON);
    }

    /** Called after the record, which is written on the loop that also releases the place. */
    private void assertNoPlaceHeld() {
        gateway.loops.forEach(loop -> loop.submit(() -> {}).syncUninterruptibly());
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }

    @Test
    void whoClosesIsNoticedAndItsTargetIsCut() throws Exception {
        try (Socket socket = say(GET)) {
            awaitAsked();
            socket.shutdownOutput(); // as close does when nothing is left to read
        }
        assertAbandoned(1);
    }

    @Test
    void whoEndsItsHalfOnlyGetsItsAnswer() throws Exception {
        try (Socket socket = say(GET)) {
            Channel origin = awaitAsked();
            socket.shutdownOutput();
            assertThat(hear(socket, "\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            answer(origin, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            assertThat(hear(socket, "ok")).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(gateway.audit.await(1).reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void whoClosesInAStreamIsNoticed() throws Exception {
        try (Socket socket = say(GET)) {
            answer(awaitAsked(), "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
            hear(socket, "ab\r\n");
        }
        assertAbandoned(1);
    }

    @Test
    void whoClosesATunnelOfTlsIsNoticedThoughItsTargetWorksOn() throws Exception {
        try (Socket socket = say("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + AS + "\r\n")) {
            hear(socket, "\r\n\r\n");
            socket.getOutputStream().write(ClientHellos.to("a.test").getBytes(StandardCharsets.ISO_8859_1));
            // The target goes on when the other half is closed.
            awaitAsked().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        }
        assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertNoPlaceHeld();
    }

    @Test
    void curlThatRunsOutOfTimeLeavesNothingBehind() {
        var ended = Client.run(
                folder,
                Map.of(),
                SOON,
                List.of(
                        RequireTool.require("curl").toString(),
                        "-sS",
                        "--max-time",
                        "1",
                        "-x",
                        gateway.url("sb-1"),
                        "http://a.test/"));
        assertThat(ended.err()).contains("timed out");
        assertAbandoned(1);
        assertNoPlaceHeld();
    }
}
