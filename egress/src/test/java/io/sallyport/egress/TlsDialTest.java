package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.model.ReasonCode;
import io.sallyport.testkit.NameRecord;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.Zone;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a target is spoken to: versions, ciphers, names, deadlines, sessions. */
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
@Execution(ExecutionMode.CONCURRENT)
class TlsDialTest extends TlsDialing {
    TlsDialTest(SslProvider provider, @TempDir Path folder) throws IOException {
        super(provider, folder);
    }

    @Test
    void opensAConnectionToATargetWithAGoodCertificate() throws Exception {
        Origin origin = origin(CA.leaf(HOST));
        Spy spy = new Spy();

        DialOutcome.Connected connected = connected(dial(dialer(Map.of(HOST, origin)), HOST, spy));

        assertThat(connected.address()).isEqualTo(new DialledAddress(origin.address(), null));
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
        Dialer dialer = dialer(NoQueue.limits(1, 1, Duration.ofMillis(300)), Map.of("silent.test", silent, HOST, good));
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
            Dialer dialer = dialer(NoQueue.limits(1, 1, PATIENCE), Map.of(), List.of(server.address()));

            refused(dial(dialer, "x.org", bad.port(), new Spy()));
            bad.awaitClosed(1, PATIENCE);
            assertThat(bad.connections()).isOne();
        }
    }
}
