package io.sallyport.egress;

import static io.sallyport.testkit.NameRecord.a;
import static io.sallyport.testkit.NameRecord.aaaa;
import static io.sallyport.testkit.NameRecord.cname;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.dns.DnsLimits;
import io.sallyport.egress.transport.Transport;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.NameRecord;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.Zone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole way from a name to a connection, against real sockets and a real name server. */
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
class NettyDialerTest {
    private static final SandboxId ONE = new SandboxId("one");
    private static final SandboxId OTHER = new SandboxId("other");
    private static final Transport TRANSPORT = Transport.best();
    private static final DnsLimits DNS =
            new DnsLimits(4, 8, Duration.ofSeconds(20), Duration.ofMillis(300), 100, Duration.ofMinutes(5));

    private final EventLoopGroup loops = TRANSPORT.newLoops(1, "dialer-test");
    private final EventLoop loop = loops.next();
    private final OwnListeners own = OwnListeners.ofThisMachine();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    }

    @Test
    void opensAConnectionToAnAliasWithoutReadingFromIt() throws Exception {
        Origin origin = keep(Origin.echo());
        Dialer dialer = dialer(Map.of("service.local:80", origin.hostPort()), List.of(), null);

        DialOutcome.Connected connected = connected(dial(dialer, ONE, "service.local", 80));

        assertThat(connected.address()).isEqualTo(origin.address());
        assertThat(connected.channel().config().isAutoRead()).isFalse();
        assertThat(connected.channel().config().getOption(ChannelOption.TCP_NODELAY))
                .isTrue();
        assertThat(connected.channel().eventLoop()).isSameAs(loop);
        origin.awaitConnections(1, Duration.ofSeconds(20));
        connected.channel().close().sync();
    }

    @Test
    void givesTheCallersHandlerTheConnectionFromItsFirstEvent() throws Exception {
        Origin origin = keep(Origin.echo());
        Dialer dialer = dialer(Map.of("service.local", "127.0.0.1"), List.of(), null);
        List<String> events = new ArrayList<>();
        ChannelHandler handler = new ChannelInboundHandlerAdapter() {
            @Override
            public void channelActive(ChannelHandlerContext ctx) {
                events.add("active");
            }
        };

        DialOutcome.Connected connected = connected(dial(dialer, ONE, "service.local", origin.port(), handler, events));

        assertThat(events).containsExactly("active", "ended");
        assertThat(connected.channel().pipeline().first()).isSameAs(handler);
        connected.channel().close().sync();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "0.0.0.0"})
    void refusesThisMachineUnderEveryLiteral(String literal) {
        Origin origin = keep(Origin.echo());

        assertFails(dial(dialer(), ONE, literal, origin.port()), ReasonCode.ADDRESS_REFUSED);
        assertThat(origin.connections()).isZero();
    }

    @Test
    void dialsALoopbackLiteralThatTheOperatorWaived() throws Exception {
        Origin origin = keep(Origin.echo());
        Dialer dialer = dialer(Map.of(), List.of("127.0.0.0/8"), null);

        connected(dial(dialer, ONE, "127.0.0.1", origin.port()))
                .channel()
                .close()
                .sync();
    }

    @Test
    void asksNobodyForALocalName() {
        NameServer server = keep(NameServer.start(question -> Zone.records(a(question.name(), 60, "127.0.0.1"))));
        Dialer dialer = dialer(Map.of(), List.of(), server);

        assertFails(dial(dialer, ONE, "localhost", 80), ReasonCode.LOCAL_NAME);
        assertFails(dial(dialer, ONE, "metadata.google.internal", 80), ReasonCode.LOCAL_NAME);
        assertFails(dial(dialer, ONE, "secret", 80), ReasonCode.LOCAL_NAME);
        assertThat(server.questions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.1",
                "169.254.1.1",
                "192.168.1.1",
                "100.64.0.1",
                "0.0.0.0",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::ffff:10.0.0.1",
                "64:ff9b::a00:1",
                "fd00::1",
                "fe80::1"
            })
    void refusesAnAnswerThatLeadsInside(String address) {
        NameServer server = keep(NameServer.start(Zone.of(record(address))));

        assertFails(dial(dialer(Map.of(), List.of(), server), ONE, "x.org", 80), ReasonCode.ADDRESS_REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "168.63.129.16", "fd00:ec2::254", "::ffff:169.254.169.254"})
    void refusesAnAnswerThatLeadsToMetadataUnderEveryWaiver(String address) {
        NameServer server = keep(NameServer.start(Zone.of(record(address))));
        Dialer dialer = dialer(Map.of(), List.of("0.0.0.0/0", "::/0"), server);

        assertFails(dial(dialer, ONE, "x.org", 80), ReasonCode.METADATA_ADDRESS);
    }

    @Test
    void refusesTheWholeSetForOneBadAddress() {
        Origin origin = keep(Origin.echo());
        NameServer server = keep(NameServer.start(Zone.of(
                a("x.org", 60, "127.0.0.1"),
                a("x.org", 60, "10.0.0.1"),
                aaaa("y.org", 60, "fe80::1"),
                a("y.org", 60, "127.0.0.1"))));
        Dialer dialer = dialer(Map.of(), List.of("127.0.0.1/32"), server);

        DialOutcome.Failed failed = assertFails(dial(dialer, ONE, "x.org", origin.port()), ReasonCode.ADDRESS_REFUSED);
        assertThat(failed.address()).isEqualTo(socket("10.0.0.1", origin.port()));
        assertThat(failed.detail()).startsWith("10.0.0.1 is Private-Use");
        assertFails(dial(dialer, ONE, "y.org", origin.port()), ReasonCode.ADDRESS_REFUSED);
        assertThat(origin.connections()).isZero();
    }

    @Test
    void judgesTheEndOfACnameChain() {
        NameServer server = keep(NameServer.start(Zone.of(
                cname("x.org", 60, "inside.x.org"),
                cname("inside.x.org", 60, "db.corp.example"),
                a("db.corp.example", 60, "10.1.1.1"),
                cname("own.org", 60, "sallyport.internal"),
                a("sallyport.internal", 60, "192.0.2.1"))));
        Dialer dialer = dialer(Map.of(), List.of(), server);

        assertFails(dial(dialer, ONE, "x.org", 80), ReasonCode.ADDRESS_REFUSED);
        assertFails(dial(dialer, ONE, "own.org", 80), ReasonCode.DNS_FAILED);
    }

    @Test
    void judgesEveryAttemptAnewSoThatRebindingGainsNothing() throws Exception {
        Origin origin = keep(Origin.echo());
        NameServer server = keep(NameServer.start(question -> question.type().equals("A")
                ? Zone.records(a("x.org", 0, question.times() == 1 ? "127.0.0.1" : "127.0.0.2"))
                : Zone.none()));
        Dialer dialer = dialer(Map.of(), List.of("127.0.0.1/32"), server);

        connected(dial(dialer, ONE, "x.org", origin.port())).channel().close().sync();
        assertFails(dial(dialer, ONE, "x.org", origin.port()), ReasonCode.ADDRESS_REFUSED);
        origin.awaitConnections(1, Duration.ofSeconds(20));
        assertThat(origin.connections()).isOne();
    }

    @Test
    void resolvesOnceForAnAttempt() throws Exception {
        Origin origin = keep(Origin.echo());
        NameServer server = keep(NameServer.start(Zone.of(a("x.org", 0, "127.0.0.1"))));
        Dialer dialer = dialer(Map.of(), List.of("127.0.0.1/32"), server);

        connected(dial(dialer, ONE, "x.org", origin.port())).channel().close().sync();
        assertThat(server.questions()).hasSize(2);
    }

    @Test
    void neverDialsAListenerOfTheGatewaysOwn() throws Exception {
        Origin gateway = keep(Origin.echo());
        own.add(socket("0.0.0.0", gateway.port()));
        NameServer server = keep(NameServer.start(Zone.of(a("x.org", 60, "127.0.0.1"))));
        Dialer dialer = dialer(
                Map.of("me.local", "127.0.0.1", "me.test:80", "127.0.0.1:" + gateway.port()),
                List.of("127.0.0.0/8", "::1/128"),
                server);

        assertFails(dial(dialer, ONE, "127.0.0.1", gateway.port()), ReasonCode.SELF_CONNECTION);
        assertFails(dial(dialer, ONE, "127.9.9.9", gateway.port()), ReasonCode.SELF_CONNECTION);
        assertFails(dial(dialer, ONE, "[::ffff:127.0.0.1]", gateway.port()), ReasonCode.SELF_CONNECTION);
        assertFails(dial(dialer, ONE, "me.local", gateway.port()), ReasonCode.SELF_CONNECTION);
        assertFails(dial(dialer, ONE, "me.test", 80), ReasonCode.SELF_CONNECTION);
        assertFails(dial(dialer, ONE, "x.org", gateway.port()), ReasonCode.SELF_CONNECTION);
        assertThat(gateway.connections()).isZero();
    }

    @Test
    void judgesARememberedAnswerAnew() throws Exception {
        Origin origin = keep(Origin.echo());
        NameServer server = keep(NameServer.start(Zone.of(a("x.org", 3600, "127.0.0.1"))));
        Dialer dialer = dialer(Map.of(), List.of("127.0.0.1/32"), server);

        connected(dial(dialer, ONE, "x.org", origin.port())).channel().close().sync();
        own.add(origin.address());
        assertFails(dial(dialer, ONE, "x.org", origin.port()), ReasonCode.SELF_CONNECTION);
        assertThat(server.questions()).as("the second attempt asked nobody").hasSize(2);
    }

    @Test
    void triesTheNextCheckedAddressWhereOneDoesNotAnswer() throws Exception {
        Origin origin = keep(Origin.rawOn(InetAddress.ofLiteral("127.0.0.3"), channel -> {}));
        NameServer server = keep(NameServer.start(
                Zone.of(a("x.org", 60, "127.0.0.1"), a("x.org", 60, "127.0.0.2"), a("x.org", 60, "127.0.0.3"))));
        Dialer dialer = dialer(Map.of(), List.of("127.0.0.0/8"), server);

        DialOutcome.Connected connected = connected(dial(dialer, ONE, "x.org", origin.port()));
        assertThat(connected.address()).isEqualTo(origin.address());
        connected.channel().close().sync();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.3", "::1"})
    void racesTheNextAddressWhereTheFirstSwallowsEverything(String good) throws Exception {
        Origin origin = keep(Origin.rawOn(InetAddress.ofLiteral(good), channel -> {}));
        try (FullBacklog _ = new FullBacklog(origin.port())) {
            NameServer server = keep(NameServer.start(Zone.of(a("x.org", 60, "127.0.0.1"), record(good))));
            // A dial that gave the first address its share of an hour would not end within this test.
            Dialer dialer = dialer(
                    new DialLimits(1, 1, Duration.ofHours(1)), Map.of(), List.of("127.0.0.0/8", "::1/128"), server);

            DialOutcome.Connected connected = connected(dial(dialer, ONE, "x.org", origin.port()));

            assertThat(connected.address()).isEqualTo(origin.address());
            connected.channel().close().sync();
        }
    }

    @Test
    void saysThatNobodyListens() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        Dialer dialer = dialer(Map.of("service.local", "127.0.0.1"), List.of(), null);

        DialOutcome.Failed failed = assertFails(dial(dialer, ONE, "service.local", port), ReasonCode.CONNECT_FAILED);
        assertThat(failed.address()).isEqualTo(socket("127.0.0.1", port));
    }

    @Test
    void saysThatTheTargetDoesNotAnswerInTime() throws IOException {
        try (FullBacklog full = new FullBacklog()) {
            Dialer dialer = dialer(
                    new DialLimits(4, 8, Duration.ofMillis(100)), Map.of("stuck.local", "127.0.0.1"), List.of(), null);

            assertFails(dial(dialer, ONE, "stuck.local", full.port()), ReasonCode.CONNECT_TIMEOUT);
        }
    }

    @Test
    void saysThatANameDoesNotResolve() {
        NameServer server = keep(NameServer.start(question -> Zone.missing()));

        assertFails(dial(dialer(Map.of(), List.of(), server), ONE, "x.org", 80), ReasonCode.DNS_FAILED);
        assertFails(dial(dialer(), ONE, "x.org", 80), ReasonCode.DNS_FAILED);
    }

    @Test
    void holdsOneSandboxToItsShareOfDials() throws IOException {
        try (FullBacklog full = new FullBacklog()) {
            Origin origin = keep(Origin.echo());
            Dialer dialer = dialer(
                    new DialLimits(2, 8, Duration.ofSeconds(60)),
                    Map.of("stuck.local", "127.0.0.1", "service.local", "127.0.0.1"),
                    List.of(),
                    null);

            Dialing first = start(dialer, ONE, "stuck.local", full.port());
            Dialing second = start(dialer, ONE, "stuck.local", full.port());
            assertFails(dial(dialer, ONE, "service.local", origin.port()), ReasonCode.TOO_MANY_CONNECTIONS);
            connected(dial(dialer, OTHER, "service.local", origin.port()))
                    .channel()
                    .close();
            first.cancel();
            connected(dial(dialer, ONE, "service.local", origin.port()))
                    .channel()
                    .close();
            second.cancel();
        }
    }

    @Test
    void tellsNothingAfterACancelAndClosesWhatItOpened() throws Exception {
        try (FullBacklog full = new FullBacklog()) {
            Origin origin = keep(Origin.echo());
            Dialer dialer = dialer(
                    new DialLimits(1, 8, Duration.ofSeconds(60)),
                    Map.of("stuck.local", "127.0.0.1", "service.local", "127.0.0.1"),
                    List.of(),
                    null);
            AtomicInteger heard = new AtomicInteger();
            loop.submit(() -> dialer.dial(
                                    target(ONE, "stuck.local", full.port()),
                                    loop,
                                    idle(),
                                    outcome -> heard.incrementAndGet())
                            .cancel())
                    .sync();
            Dialing begun = start(dialer, ONE, "stuck.local", full.port());
            begun.cancel();

            connected(dial(dialer, ONE, "service.local", origin.port()))
                    .channel()
                    .close()
                    .sync();
            assertThat(heard).hasValue(0);
            assertThat(begun.outcome).isNotDone();
        }
    }

    @Test
    void failsTheDialWhoseHandlerCannotBePutInPlace() {
        Origin origin = keep(Origin.echo());
        Dialer dialer = dialer(Map.of("service.local", "127.0.0.1"), List.of(), null);
        ChannelHandler used = idle();
        connected(dial(dialer, ONE, "service.local", origin.port(), used, new ArrayList<>()));

        DialOutcome outcome = dial(dialer, ONE, "service.local", origin.port(), used, new ArrayList<>());
        assertThat(outcome).isInstanceOf(DialOutcome.Failed.class);
        origin.awaitClosed(1, Duration.ofSeconds(20));
    }

    private static NameRecord record(String address) {
        return address.indexOf(':') < 0 ? a("x.org", 60, address) : aaaa("x.org", 60, address);
    }

    private <T extends AutoCloseable> T keep(T one) {
        open.add(one);
        return one;
    }

    private Dialer dialer() {
        return dialer(Map.of(), List.of(), null);
    }

    private Dialer dialer(Map<String, String> hosts, List<String> waived, @Nullable NameServer server) {
        return dialer(DialLimits.DEFAULT, hosts, waived, server);
    }

    private Dialer dialer(
            DialLimits limits, Map<String, String> hosts, List<String> waived, @Nullable NameServer server) {
        EgressPolicy policy = EgressPolicyTest.accepted(EgressPolicy.parse(hosts, waived, own));
        List<InetSocketAddress> servers = server == null ? List.of() : List.of(server.address());
        return keep(NettyDialer.create(
                new NettyDialer.Settings(policy, servers, DNS, limits, TestRoots.system(), SslProvider.JDK),
                TRANSPORT,
                System::nanoTime));
    }

    private DialOutcome dial(Dialer dialer, SandboxId sandbox, String host, int port) {
        return dial(dialer, sandbox, host, port, idle(), new ArrayList<>());
    }

    private DialOutcome dial(
            Dialer dialer, SandboxId sandbox, String host, int port, ChannelHandler initial, List<String> events) {
        CompletableFuture<DialOutcome> ended = new CompletableFuture<>();
        dialer.dial(target(sandbox, host, port), loop, initial, outcome -> {
            events.add("ended");
            ended.complete(outcome);
        });
        DialOutcome outcome = ended.orTimeout(60, TimeUnit.SECONDS).join();
        if (outcome instanceof DialOutcome.Connected connected) {
            keep(() -> connected.channel().close().sync());
        }
        return outcome;
    }

    /** A dial that is left under way. */
    private final class Dialing {
        final CompletableFuture<DialOutcome> outcome = new CompletableFuture<>();
        final Dialer.Dial dial;

        Dialing(Dialer dialer, SandboxId sandbox, String host, int port) {
            dial = dialer.dial(target(sandbox, host, port), loop, idle(), outcome::complete);
        }

        void cancel() {
            loop.submit(dial::cancel).syncUninterruptibly();
        }
    }

    private Dialing start(Dialer dialer, SandboxId sandbox, String host, int port) {
        return new Dialing(dialer, sandbox, host, port);
    }

    private static Target target(SandboxId sandbox, String host, int port) {
        return new Target(sandbox, EgressPolicyTest.host(host), port, Wire.PLAIN);
    }

    private static ChannelHandler idle() {
        return new ChannelInboundHandlerAdapter() {};
    }

    private static DialOutcome.Connected connected(DialOutcome outcome) {
        assertThat(outcome).isInstanceOf(DialOutcome.Connected.class);
        return (DialOutcome.Connected) outcome;
    }

    private static DialOutcome.Failed assertFails(DialOutcome outcome, ReasonCode reason) {
        assertThat(outcome).isInstanceOf(DialOutcome.Failed.class);
        DialOutcome.Failed failed = (DialOutcome.Failed) outcome;
        assertThat(failed.reason()).as(failed.detail()).isEqualTo(reason);
        return failed;
    }

    private static InetSocketAddress socket(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }
}
