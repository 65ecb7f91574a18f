package io.sallyport.egress;

import static io.sallyport.testkit.NameRecord.a;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.egress.upstream.UpstreamCredentials;
import io.sallyport.egress.upstream.UpstreamProxy;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.HostList;
import io.sallyport.testkit.ConnectProxy;
import io.sallyport.testkit.ConnectProxy.Next;
import io.sallyport.testkit.ConnectProxy.Reply;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.Zone;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dials through an upstream proxy: what it is asked for, what it may answer, and who may not reach it. */
@SuppressWarnings("FutureReturnValueIgnored") // channels are closed for good when a test has ended
class UpstreamProxyTest extends Dialing {
    private static final TestCa CA = TestCa.create("trusted", InstantSource.system());
    private static final List<String> HERE = List.of("127.0.0.0/8", "::1/128");
    private static final UpstreamCredentials GATE = UpstreamCredentials.basic("gate", "s3cret");
    private static final String BASIC = "Proxy-Authorization: Basic Z2F0ZTpzM2NyZXQ=\r\n";

    private NameServer names() {
        return keep(NameServer.start(Zone.of(
                a("x.org", 60, "127.0.0.1"),
                a("two.org", 60, "127.0.0.7"),
                a("two.org", 60, "127.0.0.1"),
                a("proxy.org", 60, "127.0.0.1"))));
    }

    private static UpstreamProxy at(ConnectProxy proxy) {
        return at("127.0.0.1", proxy.port(), false);
    }

    private static UpstreamProxy at(String host, int port, boolean tls) {
        return new UpstreamProxy(EgressPolicyTest.host(host), port, tls, GATE, false, HostList.NONE, List.of());
    }

    private static HostList hosts(String... hosts) {
        return switch (HostList.parse(List.of(hosts))) {
            case HostList.Accepted(var read) -> read;
            case HostList.Rejected(var problems) -> throw new AssertionError(problems);
        };
    }

    private Dialer through(UpstreamProxy proxy) {
        return through(proxy, DialLimits.DEFAULT, Map.of());
    }

    private Dialer through(UpstreamProxy proxy, DialLimits limits, Map<String, String> aliases) {
        EgressPolicy policy = EgressPolicyTest.accepted(EgressPolicy.parse(aliases, HERE, own));
        var settings = new NettyDialer.Settings(
                policy, List.of(names().address()), DNS, limits, TrustRoots.of(CA.certificate()), SslProvider.JDK);
        return keep(NettyDialer.create(settings.through(proxy), TRANSPORT, System::nanoTime));
    }

    private DialOutcome dialTls(Dialer dialer, String host, int port, Spy spy) {
        var ended = new CompletableFuture<DialOutcome>();
        var target = new Target(ONE, EgressPolicyTest.host(host), port, TargetProtocol.TLS_WITH_HTTP2);
        dialer.dial(target, loop, spy, ended::complete);
        DialOutcome outcome = ended.orTimeout(60, TimeUnit.SECONDS).join();
        if (outcome instanceof DialOutcome.Connected(var channel, var _)) {
            keep(() -> channel.close().sync());
        }
        return outcome;
    }

    @Test
    void asksForTheCheckedAddressWithItsOwnCredentials() {
        ConnectProxy proxy = keep(ConnectProxy.start());
        Origin origin = keep(Origin.echo());
        Spy spy = new Spy();

        var connected = connected(dial(through(at(proxy)), ONE, "x.org", origin.port(), spy, spy.events));

        String authority = "127.0.0.1:" + origin.port();
        assertThat(proxy.heads())
                .containsExactly("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n" + BASIC + "\r\n");
        assertThat(connected.address()).isEqualTo(new DialledAddress(origin.address(), "127.0.0.1:" + proxy.port()));
        assertThat(connected.channel().config().isAutoRead()).isFalse();
        assertThat(spy.events).containsExactly("active", "ended");
        assertThat(spy.exchange(connected, "hello")).isEqualTo("hello");
    }

    @Test
    void asksForTheNameWhereToldToAndForTheAddressOfAnAliasEvenThen() {
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> ConnectProxy.refuse("403 Forbidden")));
        var named = new UpstreamProxy(
                EgressPolicyTest.host("127.0.0.1"), proxy.port(), false, null, true, HostList.NONE, List.of());
        Dialer dialer = through(named, DialLimits.DEFAULT, Map.of("api.test:443", "127.0.0.1:18443"));

        dial(dialer, ONE, "two.org", 443);
        dial(dialer, ONE, "api.test", 443);

        assertThat(proxy.heads())
                .containsExactly(
                        "CONNECT two.org:443 HTTP/1.1\r\nHost: two.org:443\r\n\r\n",
                        "CONNECT 127.0.0.1:18443 HTTP/1.1\r\nHost: 127.0.0.1:18443\r\n\r\n");
    }

    @Test
    void speaksTlsWithTheTargetInsideOfTlsWithTheProxy() {
        ConnectProxy proxy = keep(ConnectProxy.startTls(CA.leaf("proxy.org"), _ -> ConnectProxy.open()));
        Origin origin = keep(Origin.rawTls(CA.leaf("x.org"), Spy::echo));
        Spy spy = new Spy();

        var connected = connected(dialTls(through(at("proxy.org", proxy.port(), true)), "x.org", origin.port(), spy));

        assertThat(connected.channel().pipeline().toMap().values().stream().filter(SslHandler.class::isInstance))
                .hasSize(2);
        assertThat(spy.exchange(connected, "hello")).isEqualTo("hello");
    }

    @Test
    void takesNoCertificateThatIsNotTheProxysOwn() {
        ConnectProxy proxy = keep(ConnectProxy.startTls(CA.leaf("x.org"), _ -> ConnectProxy.open()));
        Dialer dialer = through(at("proxy.org", proxy.port(), true));

        var failed = assertFails(dial(dialer, ONE, "x.org", 443), ReasonCode.UPSTREAM_PROXY_FAILED);

        assertThat(failed.detail()).startsWith("upstream proxy: TLS: name differs");
        assertThat(proxy.heads()).as("no credentials were sent").isEmpty();
    }

    @Test
    void judgesTheTargetsCertificateThroughTheProxy() {
        ConnectProxy proxy = keep(ConnectProxy.start());
        Origin origin = keep(Origin.rawTls(CA.leaf("other.org"), Spy::echo));

        assertFails(dialTls(through(at(proxy)), "x.org", origin.port(), new Spy()), ReasonCode.UPSTREAM_TLS_REFUSED);
    }

    @ParameterizedTest
    @CsvSource({
        "407 Proxy Authentication Required, UPSTREAM_PROXY_REFUSED, answered 407",
        "403 Forbidden, UPSTREAM_PROXY_REFUSED, answered 403",
        "302 Found, UPSTREAM_PROXY_REFUSED, answered 302",
        "500 Internal Server Error, UPSTREAM_PROXY_REFUSED, answered 500",
        "503 Service Unavailable, CONNECT_FAILED, answered 503",
        "504 Gateway Timeout, CONNECT_TIMEOUT, answered 504",
        "508 Loop Detected, LOOP_DETECTED, answered 508",
        "101 Switching Protocols, UPSTREAM_PROXY_FAILED, a change of protocol that nobody asked for",
        "100 Continue, UPSTREAM_PROXY_FAILED, closed before it answered",
        "600 What, UPSTREAM_PROXY_FAILED, no status line of HTTP/1",
        "20 OK, UPSTREAM_PROXY_FAILED, no status line of HTTP/1"
    })
    void saysWhatTheProxyAnswered(String status, ReasonCode reason, String detail) {
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> ConnectProxy.refuse(status)));

        var failed = assertFails(dial(through(at(proxy)), ONE, "x.org", 443), reason);

        assertThat(failed.detail()).isEqualTo("upstream proxy: " + detail);
        assertThat(failed.address())
                .isEqualTo(new DialledAddress(socket("127.0.0.1", 443), "127.0.0.1:" + proxy.port()));
        assertThat(proxy.heads()).as("asked once").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "SSH-2.0-OpenSSH, no answer of HTTP/1",
        "HTTP/2 200, no answer of HTTP/1",
        "'HTTP/1.1 200 OK\n\n', a control character or a bare line end in the head",
        "'HTTP/1.1 200 OK\r\rX: y\r\n\r\n', a control character or a bare line end in the head",
        "'HTTP/1.1 200 OK\r\nX: \u0000\r\n\r\n', a control character or a bare line end in the head",
        "'\r\nHTTP/1.1 200 OK\r\n\r\n', no status line of HTTP/1",
    })
    void refusesWhatIsNoAnswer(String bytes, String detail) {
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> new Reply(bytes, Next.SILENCE)));

        var failed = assertFails(dial(through(at(proxy)), ONE, "x.org", 443), ReasonCode.UPSTREAM_PROXY_FAILED);

        assertThat(failed.detail()).isEqualTo("upstream proxy: " + detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 100 Continue\r\n\r\n"})
    void endsAHeadWithoutEnd(String again) {
        String bytes = again
                + "x".repeat(again.endsWith(" ") ? 20_000 : 0)
                + "HTTP/1.1 100 Continue\r\n\r\n".repeat(again.endsWith(" ") ? 0 : 1_000);
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> new Reply(bytes, Next.SILENCE)));

        var failed = assertFails(dial(through(at(proxy)), ONE, "x.org", 443), ReasonCode.UPSTREAM_PROXY_FAILED);

        assertThat(failed.detail()).containsAnyOf("a head over 16384 bytes", "interim answers without end");
    }

    @Test
    void endsAProxyThatSaysNothing() {
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> new Reply("HTTP/1.1 200 OK\r\n", Next.SILENCE)));
        DialLimits brief =
                new DialLimits(DialLimits.DEFAULT.slots(), DialLimits.DEFAULT.maxWait(), Duration.ofMillis(300));

        var failed =
                assertFails(dial(through(at(proxy), brief, Map.of()), ONE, "x.org", 443), ReasonCode.CONNECT_TIMEOUT);

        assertThat(failed.detail()).isEqualTo("upstream proxy: did not answer in time");
    }

    @Test
    void saysThatTheProxyIsNotThere() {
        int port;
        try (ConnectProxy gone = ConnectProxy.start()) {
            port = gone.port();
        }

        var failed = assertFails(
                dial(through(at("127.0.0.1", port, false)), ONE, "x.org", 443), ReasonCode.UPSTREAM_PROXY_FAILED);

        assertThat(failed.detail()).startsWith("upstream proxy: ").doesNotContain("s3cret");
    }

    @Test
    void asksForTheNextAddressWhereTheFirstIsNotReached() {
        ConnectProxy proxy = keep(ConnectProxy.start(head ->
                head.contains("127.0.0.7") ? ConnectProxy.refuse("503 Service Unavailable") : ConnectProxy.open()));
        Origin origin = keep(Origin.echo());

        var connected = connected(dial(through(at(proxy)), ONE, "two.org", origin.port()));

        assertThat(connected.address()).isEqualTo(new DialledAddress(origin.address(), "127.0.0.1:" + proxy.port()));
        assertThat(proxy.heads()).hasSizeBetween(1, 2);
    }

    @Test
    void passesOnWhatTheTargetSaysRightBehindTheAnswer() {
        ConnectProxy proxy = keep(ConnectProxy.start(
                _ -> new Reply("HTTP/1.1 200 OK\r\nVia: 1.1 x\r\n\r\nSSH-2.0-server\r\n", Next.SILENCE)));
        Spy spy = new Spy();

        var connected = connected(dial(through(at(proxy)), ONE, "x.org", 22, spy, spy.events));

        assertThat(spy.events).containsExactly("active", "ended");
        assertThat(spy.exchange(connected, "SSH-2.0-client")).isEqualTo("SSH-2.0-server\r\n");
    }

    @Test
    void refusesBytesBehindTheAnswerWhereTheGatewaySpeaksFirst() {
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> new Reply("HTTP/1.1 200 OK\r\n\r\nsmuggled", Next.SILENCE)));

        var failed = (DialOutcome.Failed) dialTls(through(at(proxy)), "x.org", 443, new Spy());

        assertThat(failed.reason()).isEqualTo(ReasonCode.UPSTREAM_PROXY_FAILED);
        assertThat(failed.detail()).endsWith("bytes behind the head, where the gateway speaks first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "[::ffff:127.0.0.1]", "x.org", "proxy.org", "me.test"})
    void isNeverATargetItself(String host) {
        ConnectProxy proxy = keep(ConnectProxy.start());
        Dialer dialer =
                through(at("proxy.org", proxy.port(), false), DialLimits.DEFAULT, Map.of("me.test", "127.0.0.1"));

        assertFails(dial(dialer, ONE, host, proxy.port()), ReasonCode.SELF_CONNECTION);
        assertThat(proxy.heads()).isEmpty();
    }

    @Test
    void refusesWhatIsRefusedWithoutAProxyBeforeItIsAsked() {
        ConnectProxy proxy = keep(ConnectProxy.start());
        Dialer dialer = through(at(proxy));

        assertFails(dial(dialer, ONE, "10.0.0.1", 443), ReasonCode.ADDRESS_REFUSED);
        assertFails(dial(dialer, ONE, "169.254.169.254", 80), ReasonCode.METADATA_ADDRESS);
        assertFails(dial(dialer, ONE, "localhost", 80), ReasonCode.LOCAL_NAME);
        assertThat(proxy.heads()).isEmpty();
    }

    @Test
    void dialsItselfWhatIsNotForTheProxy() {
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> ConnectProxy.refuse("403 Forbidden")));
        Origin origin = keep(Origin.echo());
        int port = origin.port();

        connected(dial(through(passing(proxy, hosts("x.org"))), ONE, "x.org", port));
        connected(dial(through(passing(proxy, HostList.NONE, "127.0.0.0/8")), ONE, "two.org", port));
        assertThat(proxy.heads()).isEmpty();
        assertFails(
                dial(through(passing(proxy, hosts("y.org"), "127.0.0.7")), ONE, "two.org", port),
                ReasonCode.UPSTREAM_PROXY_REFUSED);
    }

    private static UpstreamProxy passing(ConnectProxy proxy, HostList hosts, String... blocks) {
        return new UpstreamProxy(
                EgressPolicyTest.host("127.0.0.1"),
                proxy.port(),
                false,
                GATE,
                false,
                hosts,
                Cidr.among(List.of(blocks)));
    }

    @Test
    void doesNotGoThroughItself() {
        Origin gateway = keep(Origin.echo());
        own.add(new InetSocketAddress("0.0.0.0", gateway.port()));

        var failed = assertFails(
                dial(through(at("127.0.0.1", gateway.port(), false)), ONE, "x.org", 443), ReasonCode.LOOP_DETECTED);

        assertThat(failed.detail()).isEqualTo("upstream proxy: is this gateway");
        assertThat(gateway.connections()).isZero();
    }

    @Test
    void leavesNothingOpenBehindACancelledDial() {
        ConnectProxy proxy = keep(ConnectProxy.start(_ -> new Reply("", Next.SILENCE)));
        UnderWay dial = start(through(at(proxy)), ONE, "x.org", 443);
        proxy.awaitConnections(1, Duration.ofSeconds(20));

        dial.cancel();

        proxy.awaitClosed(1, Duration.ofSeconds(20));
        assertThat(dial.outcome).isNotDone();
    }
}
