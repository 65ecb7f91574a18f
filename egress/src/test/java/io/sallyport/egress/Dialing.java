package io.sallyport.egress;

import static io.sallyport.testkit.NameRecord.a;
import static io.sallyport.testkit.NameRecord.aaaa;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.dns.DnsLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.NameRecord;
import io.sallyport.testkit.NameServer;
import io.sallyport.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Dials from a name to a connection, against real sockets and a real name server. */
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
abstract class Dialing {
    static final SandboxId ONE = new SandboxId("one");
    static final SandboxId OTHER = new SandboxId("other");
    static final Transport TRANSPORT = Transport.best();
    /** Long time-outs, so that no query is repeated because this machine is busy: tests count the questions. */
    static final DnsLimits DNS =
            new DnsLimits(4, 8, Duration.ofMinutes(1), Duration.ofSeconds(30), 100, Duration.ofMinutes(5));

    final EventLoopGroup loops = TRANSPORT.newLoops(1, "dialer-test");
    final EventLoop loop = loops.next();
    final OwnListeners own = OwnListeners.ofThisMachine();
    final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    }

    static NameRecord record(String address) {
        return address.indexOf(':') < 0 ? a("x.org", 60, address) : aaaa("x.org", 60, address);
    }

    <T extends AutoCloseable> T keep(T one) {
        open.add(one);
        return one;
    }

    Dialer dialer() {
        return dialer(Map.of(), List.of(), null);
    }

    Dialer dialer(Map<String, String> hosts, List<String> waived, @Nullable NameServer server) {
        return dialer(DialLimits.DEFAULT, hosts, waived, server);
    }

    Dialer dialer(DialLimits limits, Map<String, String> hosts, List<String> waived, @Nullable NameServer server) {
        EgressPolicy policy = EgressPolicyTest.accepted(EgressPolicy.parse(hosts, waived, own));
        List<InetSocketAddress> servers = server == null ? List.of() : List.of(server.address());
        return keep(NettyDialer.create(
                new NettyDialer.Settings(policy, servers, DNS, limits, TestRoots.system(), SslProvider.JDK),
                TRANSPORT,
                System::nanoTime));
    }

    DialOutcome dial(Dialer dialer, SandboxId sandbox, String host, int port) {
        return dial(dialer, sandbox, host, port, idle(), new ArrayList<>());
    }

    DialOutcome dial(
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

    /** A dial that was not waited for. */
    final class UnderWay {
        final CompletableFuture<DialOutcome> outcome = new CompletableFuture<>();
        final Dialer.Dial dial;

        UnderWay(Dialer dialer, SandboxId sandbox, String host, int port) {
            dial = dialer.dial(target(sandbox, host, port), loop, idle(), outcome::complete);
        }

        void cancel() {
            loop.submit(dial::cancel).syncUninterruptibly();
        }

        boolean isWaiting() {
            return loop.submit(dial::isWaiting).syncUninterruptibly().getNow();
        }
    }

    UnderWay start(Dialer dialer, SandboxId sandbox, String host, int port) {
        return new UnderWay(dialer, sandbox, host, port);
    }

    static Target target(SandboxId sandbox, String host, int port) {
        return new Target(sandbox, EgressPolicyTest.host(host), port, TargetProtocol.PLAIN);
    }

    static ChannelHandler idle() {
        return new ChannelInboundHandlerAdapter() {};
    }

    static DialOutcome.Connected connected(DialOutcome outcome) {
        assertThat(outcome).isInstanceOf(DialOutcome.Connected.class);
        return (DialOutcome.Connected) outcome;
    }

    static DialOutcome.Failed assertFails(DialOutcome outcome, ReasonCode reason) {
        assertThat(outcome).isInstanceOf(DialOutcome.Failed.class);
        DialOutcome.Failed failed = (DialOutcome.Failed) outcome;
        assertThat(failed.reason()).as(failed.detail()).isEqualTo(reason);
        return failed;
    }

    static InetSocketAddress socket(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }
}
