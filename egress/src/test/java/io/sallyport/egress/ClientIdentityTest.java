package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.ReasonCode;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Client certificates towards targets that ask for one, with each provider, against real sockets. */
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
class ClientIdentityTest extends TlsDialing {
    private static final int POST_HANDSHAKE_AUTH = 49;
    private static final TestCa.Leaf OURS = CA.clientLeaf("ours.test");

    ClientIdentityTest(SslProvider provider, @TempDir Path folder) throws IOException {
        super(provider, folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aTargetThatDemandsACertificateIsShownTheOneThatIsGiven(String version) throws SSLException {
        NettyDialer dialer = dialing(asking(CA.leaf(HOST), version, ClientAuth.REQUIRE));

        assertThat(seen(dialer, identity(dialer, OURS))).isEqualTo("CN=sb-1");
    }

    @Test
    void aTargetThatAsksForOneGetsNoneWhereNoneIsGiven() {
        NettyDialer dialer = dialing(asking(CA.leaf(HOST), "TLSv1.3", ClientAuth.OPTIONAL));

        assertThat(seen(dialer, null)).isEqualTo("nobody");
    }

    @Test
    void aTargetThatAsksForNoneIsToldNothing() throws SSLException {
        NettyDialer dialer = dialing(asking(CA.leaf(HOST), "TLSv1.3", ClientAuth.NONE));

        assertThat(seen(dialer, identity(dialer, OURS))).isEqualTo("nobody");
    }

    /** The chain of the target is judged before a certificate is shown, in both versions of TLS. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aTargetOfAnotherNameOrIssuerSeesNoCertificate(String version) throws Exception {
        for (TestCa.Leaf wrong : List.of(CA.leaf("other.test"), STRANGER.leaf(HOST))) {
            CompletableFuture<String> shown = new CompletableFuture<>();
            NettyDialer dialer = dialing(asking(wrong, version, ClientAuth.OPTIONAL, shown));

            refused(dial(dialer, identity(dialer, OURS), new Spy()));

            assertThat(shown.get(60, TimeUnit.SECONDS)).isEqualTo("nobody");
        }
    }

    /** Without that extension no target may ask for a certificate after the handshake (RFC 8446 section 4.2.6). */
    @Test
    void noCertificateIsOfferedAfterTheHandshake() throws SSLException {
        CompletableFuture<ClientHello> hello = new CompletableFuture<>();
        NettyDialer dialer = dialing(keep(Origin.rawTlsOn(LOOPBACK, CA.leaf(HOST), _ -> {}, channel -> {
            channel.pipeline().addFirst(ClientHello.reader(hello::complete));
            Spy.echo(channel);
        })));

        connected(dial(dialer, identity(dialer, OURS), new Spy()));

        assertThat(hello.join().extensions()).doesNotContainKey(POST_HANDSHAKE_AUTH);
    }

    @Test
    void anIdentityThatIsClosedBeginsNoHandshake() throws SSLException {
        NettyDialer dialer = dialing(asking(CA.leaf(HOST), "TLSv1.3", ClientAuth.OPTIONAL));
        ClientIdentity gone = identity(dialer, OURS);
        gone.close();

        assertThat(dial(dialer, gone, new Spy()))
                .isInstanceOfSatisfying(
                        DialOutcome.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(ReasonCode.CREDENTIAL_UNAVAILABLE));
    }

    @Test
    void aConnectionOutlivesTheIdentityThatItWasOpenedWith() throws SSLException {
        NettyDialer dialer = dialing(asking(CA.leaf(HOST), "TLSv1.3", ClientAuth.REQUIRE));
        ClientIdentity one = identity(dialer, OURS);
        Spy spy = new Spy();
        DialOutcome.Connected connected = connected(dial(dialer, one, spy));
        one.close();

        assertThat(spy.exchange(connected, "who?")).isEqualTo("CN=sb-1");
    }

    private ClientIdentity identity(NettyDialer dialer, TestCa.Leaf leaf) throws SSLException {
        return dialer.identity(List.of(leaf.chain()), leaf.key());
    }

    private String seen(NettyDialer dialer, @Nullable ClientIdentity identity) {
        Spy spy = new Spy();
        return spy.exchange(connected(dial(dialer, identity, spy)), "who?");
    }

    private DialOutcome dial(NettyDialer dialer, @Nullable ClientIdentity identity, Spy spy) {
        Target plain = target(HOST, 443);
        CompletableFuture<DialOutcome> ended = new CompletableFuture<>();
        dialer.dial(
                new Target(plain.sandbox(), plain.host(), plain.port(), plain.wire(), List.of(), "", identity),
                loop,
                spy,
                ended::complete);
        DialOutcome outcome = ended.orTimeout(60, TimeUnit.SECONDS).join();
        if (outcome instanceof DialOutcome.Connected connected) {
            keep(() -> connected.channel().close().sync());
        }
        return outcome;
    }

    private NettyDialer dialing(Origin origin) {
        return (NettyDialer) dialer(NoQueue.limits(1, 1, PATIENCE), Map.of(HOST, origin));
    }

    private Origin asking(TestCa.Leaf leaf, String version, ClientAuth auth) {
        return asking(leaf, version, auth, new CompletableFuture<>());
    }

    /** An origin that answers whatever it is sent with the subject of the certificate that it was shown. */
    private Origin asking(TestCa.Leaf leaf, String version, ClientAuth auth, CompletableFuture<String> end) {
        return keep(Origin.rawTlsOn(
                LOOPBACK,
                leaf,
                settings -> settings.protocols(version).clientAuth(auth).trustManager(CA.certificate()),
                channel -> channel.pipeline().addLast(new Naming(end))));
    }

    private static final class Naming extends ChannelInboundHandlerAdapter {
        private final CompletableFuture<String> end;

        Naming(CompletableFuture<String> end) {
            this.end = end;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
            ctx.writeAndFlush(Unpooled.copiedBuffer(subject(ctx.channel()), StandardCharsets.US_ASCII));
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            end.complete(subject(ctx.channel()));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        private static String subject(Channel channel) {
            try {
                return channel.pipeline()
                        .get(SslHandler.class)
                        .engine()
                        .getSession()
                        .getPeerPrincipal()
                        .getName();
            } catch (SSLPeerUnverifiedException _) {
                return "nobody";
            }
        }
    }
}
