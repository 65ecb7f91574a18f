package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.dns.DnsLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Dials targets over TLS, with each provider, against real sockets. Each refusal releases everything it took. */
@ParameterizedClass
@EnumSource(names = {"JDK", "OPENSSL"})
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
abstract class TlsDialing {
    static final Transport TRANSPORT = Transport.best();
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final TestCa CA = TestCa.create("trusted", InstantSource.system());
    static final TestCa STRANGER = TestCa.create("stranger", InstantSource.system());
    static final String HOST = "api.target.test";
    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    final SslProvider provider;
    final EventLoopGroup loops = TRANSPORT.newLoops(1, "tls-dial-test");
    final EventLoop loop = loops.next();
    final List<AutoCloseable> open = new ArrayList<>();
    final Path trust;

    TlsDialing(SslProvider provider, @TempDir Path folder) throws IOException {
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

    /**
     * Asserts that the dial of {@link #HOST} is refused, and that the only slot, the connection and the handler are
     * released.
     */
    void refuses(Origin bad, String detail) {
        Origin good = origin(CA.leaf("good.test"));
        Dialer dialer = dialer(Map.of(HOST, bad, "good.test", good));
        Spy spy = new Spy();

        DialOutcome.Failed failed = refused(dial(dialer, HOST, spy));

        assertThat(failed.detail()).startsWith(detail);
        assertThat(failed.address()).isEqualTo(new DialledAddress(bad.address(), null));
        assertThat(spy.events).containsExactly("ended");
        bad.awaitClosed(1, PATIENCE);
        assertThat(bad.connections()).isOne();
        connected(dial(dialer, "good.test", spy));
    }

    Origin origin(TestCa.Leaf leaf) {
        return origin(leaf, settings -> {});
    }

    Origin origin(TestCa.Leaf leaf, Consumer<SslContextBuilder> settings) {
        return keep(Origin.rawTlsOn(LOOPBACK, leaf, settings, Spy::echo));
    }

    <T extends AutoCloseable> T keep(T one) {
        open.add(one);
        return one;
    }

    Dialer dialer(Map<String, Origin> hosts) {
        return dialer(NoQueue.limits(1, 1, PATIENCE), hosts);
    }

    Dialer dialer(DialLimits limits, Map<String, Origin> hosts) {
        return dialer(limits, hosts, List.of());
    }

    Dialer dialer(DialLimits limits, Map<String, Origin> hosts, List<InetSocketAddress> servers) {
        Map<String, String> aliases = new HashMap<>();
        hosts.forEach((name, origin) -> aliases.put(name + ":443", origin.hostPort()));
        EgressPolicy policy = EgressPolicyTest.accepted(
                EgressPolicy.parse(aliases, List.of("127.0.0.0/8", "::1/128"), OwnListeners.ofThisMachine()));
        return keep(NettyDialer.create(
                new NettyDialer.Settings(policy, servers, DnsLimits.DEFAULT, limits, TestRoots.with(trust), provider),
                TRANSPORT,
                System::nanoTime));
    }

    static Target target(String host, int port) {
        return new Target(new SandboxId("one"), EgressPolicyTest.host(host), port, TargetProtocol.TLS);
    }

    DialOutcome dial(Dialer dialer, String host, Spy spy) {
        return dial(dialer, host, 443, spy);
    }

    DialOutcome dial(Dialer dialer, String host, int port, Spy spy) {
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

    static DialOutcome.Connected connected(DialOutcome outcome) {
        assertThat(outcome).isInstanceOf(DialOutcome.Connected.class);
        return (DialOutcome.Connected) outcome;
    }

    static DialOutcome.Failed refused(DialOutcome outcome) {
        assertThat(outcome).isInstanceOf(DialOutcome.Failed.class);
        DialOutcome.Failed failed = (DialOutcome.Failed) outcome;
        assertThat(failed.reason()).as(failed.detail()).isEqualTo(ReasonCode.UPSTREAM_TLS_REFUSED);
        return failed;
    }
}
