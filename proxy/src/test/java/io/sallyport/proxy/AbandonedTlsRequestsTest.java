package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that disconnect inside intercepted tunnels, with both TLS providers. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
@Execution(ExecutionMode.CONCURRENT)
class AbandonedTlsRequestsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin target =
            Origin.rawTls(publicCa.leaf("a.test"), channel -> channel.pipeline().addLast(new Silent()));
    private final InterceptingGateway gateway;

    AbandonedTlsRequestsTest(TlsProvider provider) {
        gateway = new InterceptingGateway(provider, publicCa, Map.of("a.test:443", target.hostPort()));
        gateway.add("sb-1", _ -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));
    }

    /** Never answers. */
    private final class Silent extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf request) {
            asked.countDown();
        }
    }

    @AfterEach
    void close() {
        gateway.close();
        target.close();
    }

    private void ask(SSLSocket socket) throws Exception {
        String get = "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n";
        socket.getOutputStream().write(get.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(asked.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private void assertAbandoned() {
        assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        target.awaitClosed(1, SOON);
    }

    @Test
    void whoTakesLeaveByTheWordOfTlsIsNoticed() throws Exception {
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test")) {
            ask(socket);
        }
        assertAbandoned();
    }

    @Test
    void whoClosesWithoutThatWordIsNoticed() throws Exception {
        try (Socket tunnel = gateway.tunnel("sb-1", "a.test:443")) {
            ask(gateway.tls(tunnel, "sb-1", "a.test"));
            tunnel.shutdownOutput();
        }
        assertAbandoned();
    }
}
