package io.sallyport.egress;

import static io.sallyport.testkit.NameRecord.a;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.model.ReasonCode;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.Zone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole way from a name to a connection: attempts, deadlines, shares, and the outcome for the caller. */
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
@Execution(ExecutionMode.CONCURRENT)
class NettyDialerTest extends Dialing {
    @Test
    void opensAConnectionToAnAliasWithoutReadingFromIt() throws Exception {
        Origin origin = keep(Origin.echo());
        Dialer dialer = dialer(Map.of("service.local:80", origin.hostPort()), List.of(), null);

        DialOutcome.Connected connected = connected(dial(dialer, ONE, "service.local", 80));

        assertThat(connected.address()).isEqualTo(new DialledAddress(origin.address(), null));
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

    @Test
    void triesTheNextCheckedAddressWhereOneDoesNotAnswer() throws Exception {
        Origin origin = keep(Origin.rawOn(InetAddress.ofLiteral("127.0.0.3"), channel -> {}));
        NameServer server = keep(NameServer.start(
                Zone.of(a("x.org", 60, "127.0.0.1"), a("x.org", 60, "127.0.0.2"), a("x.org", 60, "127.0.0.3"))));
        Dialer dialer = dialer(Map.of(), List.of("127.0.0.0/8"), server);

        DialOutcome.Connected connected = connected(dial(dialer, ONE, "x.org", origin.port()));
        assertThat(connected.address()).isEqualTo(new DialledAddress(origin.address(), null));
        connected.channel().close().sync();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.3", "::1"})
    void racesTheNextAddressWhereTheFirstSwallowsEverything(String good) throws Exception {
        Origin origin = keep(Origin.rawOn(InetAddress.ofLiteral(good), channel -> {}));
        try (FullBacklog _ = new FullBacklog(origin.port())) {
            NameServer server = keep(NameServer.start(Zone.of(a("x.org", 60, "127.0.0.1"), record(good))));
            // If the first address were given a share of the hour, the dial would not end within this test.
            Dialer dialer = dialer(
                    NoQueue.limits(1, 1, Duration.ofHours(1)), Map.of(), List.of("127.0.0.0/8", "::1/128"), server);

            DialOutcome.Connected connected = connected(dial(dialer, ONE, "x.org", origin.port()));

            assertThat(connected.address()).isEqualTo(new DialledAddress(origin.address(), null));
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
        assertThat(failed.address()).isEqualTo(new DialledAddress(socket("127.0.0.1", port), null));
    }

    @Test
    void saysThatTheTargetDoesNotAnswerInTime() throws IOException {
        try (FullBacklog full = new FullBacklog()) {
            Dialer dialer = dialer(
                    NoQueue.limits(4, 8, Duration.ofMillis(100)), Map.of("stuck.local", "127.0.0.1"), List.of(), null);

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
                    NoQueue.limits(2, 8, Duration.ofSeconds(60)),
                    Map.of("stuck.local", "127.0.0.1", "service.local", "127.0.0.1"),
                    List.of(),
                    null);

            UnderWay first = start(dialer, ONE, "stuck.local", full.port());
            UnderWay second = start(dialer, ONE, "stuck.local", full.port());
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
    void aDialOverTheBoundWaitsForItsTurn() throws IOException {
        try (FullBacklog full = new FullBacklog()) {
            Origin origin = keep(Origin.echo());
            Dialer dialer = stuckOrNot(queued(Duration.ofHours(1)));
            UnderWay first = start(dialer, ONE, "stuck.local", full.port());
            UnderWay second = start(dialer, ONE, "service.local", origin.port());

            connected(dial(dialer, OTHER, "service.local", origin.port()));
            assertThat(second.isWaiting()).isTrue();
            assertThat(first.isWaiting()).isFalse();
            first.cancel();
            connected(second.outcome.orTimeout(60, TimeUnit.SECONDS).join())
                    .channel()
                    .close();
            assertThat(second.isWaiting()).isFalse();
        }
    }

    @Test
    void refusesADialWhoseTurnDoesNotComeInTime() throws IOException {
        try (FullBacklog full = new FullBacklog()) {
            Dialer dialer = stuckOrNot(queued(Duration.ofSeconds(10)));
            UnderWay first = start(dialer, ONE, "stuck.local", full.port());
            assertThat(first.isWaiting()).as("it has the slot").isFalse();
            EmbeddedChannel frozen = new EmbeddedChannel();
            frozen.freezeTime();
            CompletableFuture<DialOutcome> second = new CompletableFuture<>();
            dialer.dial(target(ONE, "stuck.local", full.port()), frozen.eventLoop(), idle(), second::complete);
            frozen.runPendingTasks();

            frozen.advanceTimeBy(9_999, TimeUnit.MILLISECONDS);
            frozen.runPendingTasks();
            assertThat(second).isNotDone();
            assertFails(dial(dialer, ONE, "stuck.local", full.port()), ReasonCode.TOO_MANY_CONNECTIONS);
            frozen.advanceTimeBy(1, TimeUnit.MILLISECONDS);
            frozen.runPendingTasks();
            assertThat(assertFails(second.join(), ReasonCode.TOO_MANY_CONNECTIONS)
                            .detail())
                    .contains("within PT10S");
            first.cancel();
        }
    }

    @Test
    void aCancelledWaitLeavesTheQueue() throws IOException {
        try (FullBacklog full = new FullBacklog()) {
            Origin origin = keep(Origin.echo());
            Dialer dialer = stuckOrNot(queued(Duration.ofHours(1)));
            UnderWay first = start(dialer, ONE, "stuck.local", full.port());
            UnderWay second = start(dialer, ONE, "stuck.local", full.port());
            second.cancel();
            UnderWay third = start(dialer, ONE, "service.local", origin.port());

            first.cancel();
            connected(third.outcome.orTimeout(60, TimeUnit.SECONDS).join());
            assertThat(second.outcome).isNotDone();
        }
    }

    /** One dial of a sandbox at a time, and one that waits. */
    private static DialLimits queued(Duration maxWait) {
        return new DialLimits(new SlotQueue.Limits(1, 8, 1, 8), maxWait, Duration.ofMinutes(10));
    }

    private Dialer stuckOrNot(DialLimits limits) {
        return dialer(limits, Map.of("stuck.local", "127.0.0.1", "service.local", "127.0.0.1"), List.of(), null);
    }

    @Test
    void tellsNothingAfterACancelAndClosesWhatItOpened() throws Exception {
        try (FullBacklog full = new FullBacklog()) {
            Origin origin = keep(Origin.echo());
            Dialer dialer = dialer(
                    NoQueue.limits(1, 8, Duration.ofSeconds(60)),
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
            UnderWay begun = start(dialer, ONE, "stuck.local", full.port());
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
}
