package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.dns.DnsLimits;
import io.sallyport.egress.transport.Transport;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.NameRecord;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.Zone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom the gateway takes for a target, with each provider of TLS, against real sockets. Each refusal gives back all it took. */
@ParameterizedClass
@EnumSource(names = {"JDK", "OPENSSL"})
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
class TlsDialTest {
    private static final Transport TRANSPORT = Transport.best();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final TestCa CA = TestCa.create("trusted", InstantSource.system());
    private static final TestCa STRANGER = TestCa.create("stranger", InstantSource.system());
    private static final String HOST = "api.target.test";
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final SslProvider provider;
    private final EventLoopGroup loops = TRANSPORT.newLoops(1, "tls-dial-test");
    private final EventLoop loop = loops.next();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Path trust;

    TlsDialTest(SslProvider provider, @TempDir Path folder) throws IOException {
        assertThat(OpenSsl.isAvailable())
                .as("BoringSSL is there: %s", OpenSsl.unavailabilityCause())
                .isTrue();
        this.provider = provider;
        this.trust = Files.writeString(folder.resolve("ca.pem"), CA.pem());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    }

    @Test
    void opensAConnectionToATargetWithAGoodCertificate() throws Exception {
        Origin origin = origin(CA.leaf(HOST));
        Spy spy = new Spy();

        DialOutcome.Connected connected = connected(dial(dialer(Map.of(HOST, origin)), HOST, spy));

        assertThat(connected.address()).isEqualTo(origin.address());
        assertThat(connected.channel().config().isAutoRead()).isFalse();
        assertThat(connected.channel().pipeline().first()).isInstanceOf(SslHandler.class);
        assertThat(connected.channel().pipeline().last()).isSameAs(spy);
        assertThat(spy.events).containsExactly("active", "ended");
        assertThat(spy.exchange(connected, "hello")).isEqualTo("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void speaksBothVersionsThatAreSafe(String version) {
        Origin origin = origin(CA.leaf(HOST), settings -> settings.protocols(version));

        DialOutcome.Connected connected = connected(dial(dialer(Map.of(HOST, origin)), HOST, new Spy()));

        var session =
                connected.channel().pipeline().get(SslHandler.class).engine().getSession();
        assertThat(session.getProtocol()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1", "TLSv1.1"})
    void refusesOldVersions(String version) {
        refuses(
                origin(
                        CA.leaf(HOST),
                        settings -> settings.sslProvider(SslProvider.OPENSSL).protocols(version)),
                "version: ");
    }

    @Test
    void refusesACipherWithoutForwardSecrecy() {
        refuses(
                origin(
                        CA.leaf(HOST),
                        settings -> settings.sslProvider(SslProvider.OPENSSL)
                                .protocols("TLSv1.2")
                                .ciphers(List.of("ECDHE-ECDSA-AES128-SHA"))),
                "handshake failed: ");
    }

    @Test
    void refusesTheCertificateOfAnotherName() {
        refuses(origin(CA.leaf("other.target.test", "target.test", "xapi.target.test")), "name differs: ");
    }

    @Test
    void refusesAnExpiredCertificate() {
        Instant now = Instant.now();
        refuses(
                origin(CA.leaf(now.minus(Duration.ofDays(2)), now.minus(Duration.ofMinutes(5)), List.of(HOST))),
                "expired: ");
    }

    @Test
    void refusesACertificateThatIsNotYetValid() {
        Instant now = Instant.now();
        refuses(
                origin(CA.leaf(now.plus(Duration.ofHours(1)), now.plus(Duration.ofDays(2)), List.of(HOST))),
                "not yet valid: ");
    }

    @Test
    void refusesAnUnknownIssuer() {
        refuses(origin(STRANGER.leaf(HOST)), "unknown issuer: ");
    }

    @Test
    void refusesAnIssuerThatOnlyBearsATrustedName() {
        refuses(origin(TestCa.create("trusted", InstantSource.system()).leaf(HOST)), "certificate not accepted: ");
    }

    @Test
    void refusesASelfSignedCertificate() {
        refuses(origin(TestCa.selfSigned(InstantSource.system(), HOST)), "unknown issuer: ");
    }

    @Test
    void refusesAnIssuerThatIsNoCa() {
        refuses(origin(CA.leafOfLeaf(HOST)), "certificate not accepted: ");
    }

    @Test
    void refusesANameThatItsIssuerMayNotSign() {
        TestCa constrained = CA.constrainedTo("elsewhere.test");
        Origin origin = origin(constrained.leaf("api.elsewhere.test"));

        connected(dial(dialer(Map.of("api.elsewhere.test", origin)), "api.elsewhere.test", new Spy()));
        refuses(origin(constrained.leaf(HOST)), "certificate not accepted: ");
    }

    @Test
    void refusesANameCutByNul() {
        refuses(origin(CA.leaf(HOST + "\0.evil.test")), "");
    }

    @Test
    void neverReadsTheCommonName() {
        refuses(origin(CA.commonNameOnly(HOST)), "name differs: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*.test", "*", "*.*.test", "a*.target.test", "api.*.test", "*.api.target.test"})
    void refusesAWildcardThatIsNotTheWholeFirstLabelAlone(String pattern) {
        refuses(origin(CA.leaf(pattern)), "name differs: ");
    }

    @Test
    void takesAWildcardForOneLabel() {
        Origin origin = origin(CA.leaf("*.target.test"));
        Dialer dialer = dialer(Map.of(HOST, origin, "target.test", origin, "v1.api.target.test", origin));

        connected(dial(dialer, HOST, new Spy()));
        assertThat(refused(dial(dialer, "target.test", new Spy())).detail()).startsWith("name differs: ");
        assertThat(refused(dial(dialer, "v1.api.target.test", new Spy())).detail())
                .startsWith("name differs: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void takesAnAddressOnlyFromAnAddressOfTheCertificate(String address) {
        InetAddress on = InetAddress.ofLiteral(address);
        String literal = address.indexOf(':') < 0 ? address : "[" + address + "]";
        Origin good = keep(Origin.rawTlsOn(on, CA.leaf(address), settings -> {}, Spy::echo));
        Origin named = keep(Origin.rawTlsOn(on, CA.leaf(HOST, "127.0.0.9", "::9"), settings -> {}, Spy::echo));
        Dialer dialer = dialer(Map.of());

        connected(dial(dialer, literal, good.port(), new Spy()));
        assertThat(refused(dial(dialer, literal, named.port(), new Spy())).detail())
                .startsWith("name differs: ");
    }

    @Test
    void refusesAnAddressThatIsWrittenAsAName() {
        Origin origin = origin(CA.leaf("*.0.0.1", HOST));

        DialOutcome outcome = dial(dialer(Map.of()), "127.0.0.1", origin.port(), new Spy());
        assertThat(refused(outcome).detail()).startsWith("name differs: ");
    }

    @Test
    void aCertificateThatWasAcceptedIsAcceptedForItsNameAlone() {
        Origin origin = origin(CA.leaf(HOST));
        Dialer dialer = dialer(Map.of(HOST, origin, "other.target.test", origin));

        connected(dial(dialer, HOST, new Spy()));
        connected(dial(dialer, HOST, new Spy()));
        assertThat(refused(dial(dialer, "other.target.test", new Spy())).detail())
                .startsWith("name differs: ");
    }

    @Test
    void aNameThatWasAcceptedIsRefusedWithTheCertificateOfAStranger() {
        Origin good = keep(Origin.rawTls(CA.leaf("127.0.0.1"), Spy::echo));
        Origin bad = keep(Origin.rawTls(STRANGER.leaf("127.0.0.1"), Spy::echo));
        Dialer dialer = dialer(Map.of());

        connected(dial(dialer, "127.0.0.1", good.port(), new Spy()));
        connected(dial(dialer, "127.0.0.1", good.port(), new Spy()));
        assertThat(refused(dial(dialer, "127.0.0.1", bad.port(), new Spy())).detail())
                .startsWith("unknown issuer: ");
    }

    @Test
    void refusesWhatIsNotTls() {
        refuses(
                keep(Origin.raw(channel -> channel.writeAndFlush(channel.alloc()
                        .buffer()
                        .writeBytes("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII))))),
                "handshake failed: ");
    }

    @Test
    void refusesATargetThatHangsUpInTheHandshake() {
        refuses(keep(Origin.raw(channel -> channel.close())), "handshake failed: ");
    }

    @Test
    void holdsTheHandshakeToTheDialsDeadline() {
        Origin silent = keep(Origin.raw(channel -> {}));
        Origin good = origin(CA.leaf(HOST));
        Dialer dialer = dialer(new DialLimits(1, 1, Duration.ofMillis(300)), Map.of("silent.test", silent, HOST, good));
        Spy spy = new Spy();

        DialOutcome outcome = dial(dialer, "silent.test", spy);

        assertThat(((DialOutcome.Failed) outcome).reason()).isEqualTo(ReasonCode.CONNECT_TIMEOUT);
        assertThat(spy.events).containsExactly("ended");
        silent.awaitClosed(1, PATIENCE);
    }

    @Test
    void closesTheConnectionOfADialThatIsCancelledInTheHandshake() {
        Origin silent = keep(Origin.raw(channel -> {}));
        Origin good = origin(CA.leaf(HOST));
        Dialer dialer = dialer(Map.of("silent.test", silent, HOST, good));
        Spy spy = new Spy();
        CompletableFuture<DialOutcome> ended = new CompletableFuture<>();

        Dialer.Dial dial = dialer.dial(target("silent.test", 443), loop, spy, ended::complete);
        silent.awaitConnections(1, PATIENCE);
        loop.submit(dial::cancel).syncUninterruptibly();

        silent.awaitClosed(1, PATIENCE);
        assertThat(ended).isNotDone();
        assertThat(spy.events).isEmpty();
        connected(dial(dialer, HOST, new Spy()));
    }

    @Test
    void showsTheTargetItsNameAndOneProtocolAndNothingToResume() {
        AtomicReference<ClientHello> seen = new AtomicReference<>();
        Origin origin = keep(Origin.rawTls(CA.leaf(HOST), channel -> {
            channel.pipeline().addFirst(ClientHello.reader(seen::set));
            Spy.echo(channel);
        }));
        Dialer dialer = dialer(Map.of(HOST, origin));

        connected(dial(dialer, HOST, new Spy()));

        assertThat(seen.get().serverName()).isEqualTo(HOST);
        assertThat(seen.get().protocols()).containsExactly("http/1.1");
        assertThat(seen.get().versions()).containsExactlyInAnyOrder(0x0304, 0x0303);
        assertThat(seen.get().compressions()).containsExactly(0);
    }

    @Test
    void sendsAnAddressToNobodyAsAName() {
        AtomicReference<ClientHello> seen = new AtomicReference<>();
        Origin origin = keep(Origin.rawTls(CA.leaf("127.0.0.1"), channel -> {
            channel.pipeline().addFirst(ClientHello.reader(seen::set));
            Spy.echo(channel);
        }));

        connected(dial(dialer(Map.of()), "127.0.0.1", origin.port(), new Spy()));

        assertThat(seen.get().serverName()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void resumesNoSession(String version) throws Exception {
        List<ClientHello> hellos = new ArrayList<>();
        List<String> sessions = new ArrayList<>();
        Origin origin =
                keep(Origin.rawTlsOn(LOOPBACK, CA.leaf(HOST), settings -> settings.protocols(version), channel -> {
                    channel.pipeline()
                            .get(SslHandler.class)
                            .handshakeFuture()
                            .addListener(_ -> sessions.add(ClientHello.hex(channel.pipeline()
                                    .get(SslHandler.class)
                                    .engine()
                                    .getSession()
                                    .getId())));
                    channel.pipeline().addFirst(ClientHello.reader(hellos::add));
                    Spy.echo(channel);
                }));
        Dialer dialer = dialer(Map.of(HOST, origin));

        for (int i = 0; i < 2; i++) {
            Spy spy = new Spy();
            DialOutcome.Connected connected = connected(dial(dialer, HOST, spy));
            // The target's tickets come before its answer.
            assertThat(spy.exchange(connected, "x")).isEqualTo("x");
            connected.channel().close().sync();
        }

        assertThat(hellos).hasSize(2).allMatch(hello -> !hello.resumes());
        assertThat(hellos.get(1).sessionId())
                .as("the first one's, or none")
                .isNotIn(sessions.stream().filter(id -> !id.isEmpty()).toList());
    }

    @Test
    void closesAConnectionWhoseTargetWantsASecondHandshake() {
        AtomicReference<SslHandler> server = new AtomicReference<>();
        Origin origin =
                keep(Origin.rawTlsOn(LOOPBACK, CA.leaf(HOST), settings -> settings.protocols("TLSv1.2"), channel -> {
                    server.set(channel.pipeline().get(SslHandler.class));
                    Spy.echo(channel);
                }));
        DialOutcome.Connected connected = connected(dial(dialer(Map.of(HOST, origin)), HOST, new Spy()));

        connected.channel().config().setAutoRead(true);
        server.get().renegotiate();

        origin.awaitClosed(1, PATIENCE);
    }

    @Test
    void triesNoOtherAddressAfterARefusal() throws Exception {
        Origin bad =
                keep(Origin.rawTlsOn(InetAddress.ofLiteral("127.0.0.2"), STRANGER.leaf("x.org"), s -> {}, Spy::echo));
        try (NameServer server = NameServer.start(
                Zone.of(NameRecord.a("x.org", 60, "127.0.0.2"), NameRecord.a("x.org", 60, "127.0.0.3")))) {
            Dialer dialer = dialer(new DialLimits(1, 1, PATIENCE), Map.of(), List.of(server.address()));

            refused(dial(dialer, "x.org", bad.port(), new Spy()));
            bad.awaitClosed(1, PATIENCE);
            assertThat(bad.connections()).isOne();
        }
    }

    /** The dial of {@link #HOST} there is refused, and the only slot, the connection and the caller's handler are free again. */
    private void refuses(Origin bad, String detail) {
        Origin good = origin(CA.leaf("good.test"));
        Dialer dialer = dialer(Map.of(HOST, bad, "good.test", good));
        Spy spy = new Spy();

        DialOutcome.Failed failed = refused(dial(dialer, HOST, spy));

        assertThat(failed.detail()).startsWith(detail);
        assertThat(failed.address()).isEqualTo(bad.address());
        assertThat(spy.events).containsExactly("ended");
        bad.awaitClosed(1, PATIENCE);
        assertThat(bad.connections()).isOne();
        connected(dial(dialer, "good.test", spy));
    }

    private Origin origin(TestCa.Leaf leaf) {
        return origin(leaf, settings -> {});
    }

    private Origin origin(TestCa.Leaf leaf, Consumer<SslContextBuilder> settings) {
        return keep(Origin.rawTlsOn(LOOPBACK, leaf, settings, Spy::echo));
    }

    private <T extends AutoCloseable> T keep(T one) {
        open.add(one);
        return one;
    }

    private Dialer dialer(Map<String, Origin> hosts) {
        return dialer(new DialLimits(1, 1, PATIENCE), hosts);
    }

    private Dialer dialer(DialLimits limits, Map<String, Origin> hosts) {
        return dialer(limits, hosts, List.of());
    }

    private Dialer dialer(DialLimits limits, Map<String, Origin> hosts, List<InetSocketAddress> servers) {
        Map<String, String> aliases = new HashMap<>();
        hosts.forEach((name, origin) -> aliases.put(name + ":443", origin.hostPort()));
        EgressPolicy policy = EgressPolicyTest.accepted(
                EgressPolicy.parse(aliases, List.of("127.0.0.0/8", "::1/128"), OwnListeners.ofThisMachine()));
        return keep(NettyDialer.create(
                new NettyDialer.Settings(policy, servers, DnsLimits.DEFAULT, limits, TestRoots.with(trust), provider),
                TRANSPORT,
                System::nanoTime));
    }

    private static Target target(String host, int port) {
        return new Target(new SandboxId("one"), EgressPolicyTest.host(host), port, Wire.TLS);
    }

    private DialOutcome dial(Dialer dialer, String host, Spy spy) {
        return dial(dialer, host, 443, spy);
    }

    private DialOutcome dial(Dialer dialer, String host, int port, Spy spy) {
        CompletableFuture<DialOutcome> ended = new CompletableFuture<>();
        dialer.dial(target(host, port), loop, spy, outcome -> {
            spy.events.add("ended");
            ended.complete(outcome);
        });
        DialOutcome outcome = ended.orTimeout(60, TimeUnit.SECONDS).join();
        if (outcome instanceof DialOutcome.Connected connected) {
            keep(() -> connected.channel().close().sync());
        }
        return outcome;
    }

    private static DialOutcome.Connected connected(DialOutcome outcome) {
        assertThat(outcome).isInstanceOf(DialOutcome.Connected.class);
        return (DialOutcome.Connected) outcome;
    }

    private static DialOutcome.Failed refused(DialOutcome outcome) {
        assertThat(outcome).isInstanceOf(DialOutcome.Failed.class);
        DialOutcome.Failed failed = (DialOutcome.Failed) outcome;
        assertThat(failed.reason()).as(failed.detail()).isEqualTo(ReasonCode.UPSTREAM_TLS_REFUSED);
        return failed;
    }

    /** The caller's handler: what it saw, and what came. */
    private static final class Spy extends ChannelInboundHandlerAdapter {
        final List<String> events = new ArrayList<>();
        private final CompletableFuture<String> answer = new CompletableFuture<>();

        /** An origin's side: what comes goes back. */
        static void echo(Channel channel) {
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object message) {
                    ctx.writeAndFlush(message);
                }

                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    ctx.close();
                }
            });
        }

        String exchange(DialOutcome.Connected connected, String text) {
            connected.channel().config().setAutoRead(true);
            ByteBuf message = connected.channel().alloc().buffer();
            message.writeCharSequence(text, StandardCharsets.US_ASCII);
            connected.channel().writeAndFlush(message);
            return answer.orTimeout(60, TimeUnit.SECONDS).join();
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            events.add("active");
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            answer.complete(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
