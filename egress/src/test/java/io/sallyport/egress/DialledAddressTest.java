package io.sallyport.egress;

import static io.sallyport.testkit.NameRecord.a;
import static io.sallyport.testkit.NameRecord.aaaa;
import static io.sallyport.testkit.NameRecord.cname;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.Zone;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses are dialled, whatever a name leads to. */
@Execution(ExecutionMode.CONCURRENT)
class DialledAddressTest extends Dialing {
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
        assertThat(failed.address()).isEqualTo(new DialledAddress(socket("10.0.0.1", origin.port()), null));
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
}
