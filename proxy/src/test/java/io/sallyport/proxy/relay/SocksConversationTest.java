package io.sallyport.proxy.relay;

import static io.sallyport.proxy.support.SocksBytes.GREETING;
import static io.sallyport.proxy.support.SocksBytes.SUCCEEDED;
import static io.sallyport.proxy.support.SocksBytes.all;
import static io.sallyport.proxy.support.SocksBytes.as;
import static io.sallyport.proxy.support.SocksBytes.connect;
import static io.sallyport.proxy.support.SocksBytes.credentials;
import static io.sallyport.proxy.support.SocksBytes.reply;
import static io.sallyport.proxy.support.SocksBytes.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.identity.ClientCertificate;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SOCKS5 byte for byte, without sockets: a CONNECT in another form, judged, dialled and recorded as one. */
class SocksConversationTest {
    private static final String METHOD = "\5\2";
    private static final String WELCOME = METHOD + "\1\0";
    private static final String NO_METHOD = "\5\u00ff";
    private static final String WRONG = METHOD + "\1\1";

    private static final Set<String> GRANTED =
            Set.of("tcp tcp.test", "https a.test", "https 192.0.2.9", "https 2001:db8::ff");

    private final Conversation talk =
            new Conversation(new Peer(null, null, ListenerProtocol.SOCKS5, ClientCertificate.NONE));
    private final List<CanonicalRequest> judged = new ArrayList<>();

    @BeforeEach
    void sandboxes() {
        talk.sandboxes.add("sb-1", request -> {
            judged.add(request);
            return GRANTED.contains(
                            request.scheme().word() + " " + request.host().text())
                    ? TestSandboxes.allow(Obligations.NONE)
                    : Decision.Deny.of(ReasonCode.NO_GRANT);
        });
        talk.sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private AuditEvent record() {
        assertThat(talk.records()).hasSize(1);
        return talk.records().getFirst();
    }

    /** Returns what the sandbox reads of its refusals, by HTTP. */
    private String denials() {
        EmbeddedChannel http = new EmbeddedChannel();
        talk.worker.accept(http, Peer.ANYBODY);
        talk.say(
                http,
                "GET http://sallyport.internal/v1/denials HTTP/1.1\r\nHost: sallyport.internal\r\n"
                        + Conversation.as("sb-1") + "\r\n");
        return talk.hear(http);
    }

    private void refusedWith(ReasonCode reason) {
        assertThat(record().reason()).isEqualTo(reason);
        assertThat(talk.dialer.attempts()).isEmpty();
        talk.clientEnds();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aNameIsJudgedAsItIsAndDialledByTheGateway() {
        talk.clientSays(all("sb-1", "A.test", 443));
        assertThat(talk.clientHears()).isEqualTo(WELCOME);
        assertThat(judged).allSatisfy(asked -> assertThat(asked.host().text()).isEqualTo("a.test"));
        assertThat(talk.dialer.last().target).isEqualTo("a.test:443");
        EmbeddedChannel target = talk.connect();
        assertThat(talk.clientHears()).isEqualTo(SUCCEEDED);
        AuditEvent record = record();
        assertThat(record.kind()).isEqualTo("connect");
        assertThat(record.sandbox()).isEqualTo("sb-1");
        String hello = ClientHellos.to("a.test");
        talk.clientSays(hello);
        assertThat(talk.hear(target)).isEqualTo(hello);
    }

    @Test
    void theGatewayAnswersUnderItsOwnNameAsByHttp() {
        talk.clientSays(all("sb-1", "SALLYPORT.internal", 80));
        assertThat(talk.clientHears()).isEqualTo(WELCOME + SUCCEEDED);
        talk.clientSays("GET /v1/whoami HTTP/1.1\r\nHost: sallyport.internal\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").contains("\"sb-1\"");
        talk.clientSays("GET http://sallyport.internal/none HTTP/1.1\r\nHost: sallyport.internal\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 404 ");
        assertThat(talk.records())
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.GATEWAY_OWN, ReasonCode.GATEWAY_OWN, ReasonCode.GATEWAY_OWN);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(judged).isEmpty();
    }

    @Test
    void earlyBytesToTheGatewayWaitForTheRecord() {
        talk.audit.hold();
        talk.clientSays(
                all("sb-1", "sallyport.internal", 80) + "GET /v1/whoami HTTP/1.1\r\nHost: sallyport.internal\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo(WELCOME);
        talk.audit.release();
        talk.audit.release();
        assertThat(talk.clientHears()).startsWith(SUCCEEDED + "HTTP/1.1 200 OK\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "sallyport.internal, 443",
        "sallyport.internal, 8080",
        "x.sallyport.internal, 80",
        "tools.api.internal, 80"
    })
    void theGatewaysOtherNamesAndPortsAreNoTunnel(String name, int port) {
        talk.clientSays(all("sb-1", name, port));
        assertThat(talk.clientHears()).startsWith(WELCOME).doesNotEndWith(SUCCEEDED);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET / HTTP/1.1|Host: a.test, 421 Denied: authority_mismatch",
        "GET http://a.test/ HTTP/1.1|Host: a.test, 421 Denied: authority_mismatch",
        "CONNECT a.test:443 HTTP/1.1|Host: a.test:443, 403 Denied: method_refused"
    })
    void nothingElseIsReachedThroughTheGatewaysTunnel(String head, String answer) {
        talk.clientSays(all("sb-1", "sallyport.internal", 80));
        talk.clientHears();
        talk.clientSays(head.replace("|", "\r\n") + "\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 " + answer);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void theGatewaySpeaksNoTlsInItsTunnel() {
        talk.clientSays(all("sb-1", "sallyport.internal", 80));
        talk.clientHears();
        talk.clientSays(ClientHellos.to("sallyport.internal"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 ");
        assertThat(talk.records())
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.GATEWAY_OWN, ReasonCode.MALFORMED_REQUEST, ReasonCode.GRANTED);
    }

    @Test
    void anyByteMayComeByItself() {
        for (char one : all("sb-1", "a.test", 443).toCharArray()) {
            talk.clientSays(String.valueOf(one));
        }
        talk.connect();
        assertThat(talk.clientHears()).isEqualTo(WELCOME + SUCCEEDED);
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.9, 192.0.2.9:443", "2001:db8::ff, [2001:db8::ff]:443"})
    void anAddressIsJudgedAsOne(String address, String target) {
        byte[] bytes = InetAddress.ofLiteral(address).getAddress();
        talk.clientSays(GREETING + as("sb-1") + connect(bytes, 443));
        assertThat(talk.dialer.last().target).isEqualTo(target);
    }

    @Test
    void anAddressMappedIntoIpv6IsJudgedAsConnectJudgesIt() {
        String mapped = "\0\0\0\0\0\0\0\0\0\0\u00ff\u00ff\u007f\0\0\1";
        talk.clientSays(GREETING + as("sb-1") + connect(mapped.getBytes(StandardCharsets.ISO_8859_1), 443));
        assertThat(talk.clientHears()).startsWith(WELCOME).doesNotEndWith(SUCCEEDED);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a.test\0",
                "a\0.test",
                "a.test\0.evil.test",
                "a test",
                "a.test:80",
                "b@a.test",
                "a.test/",
                "a%2etest",
                "a.test\r\n",
                "\u00e4.test",
                "a.test?",
                "a.test#",
                "a..test",
                ".",
                "::1",
                "[::1",
                "a\\test",
                "*.test",
                "0x7f.1",
                "[::1]:80"
            })
    void aNameWithoutCanonicalFormIsRefusedBeforePolicyAndDns(String name) {
        talk.clientSays(GREETING + as("sb-1") + connect(name, 443));
        assertThat(talk.clientHears()).isEqualTo(WELCOME + reply(1));
        assertThat(judged).isEmpty();
        assertThat(record().sandbox()).isEqualTo("sb-1");
        refusedWith(ReasonCode.NOT_CANONICAL);
    }

    @Test
    void portZeroIsNoPort() {
        talk.clientSays(all("sb-1", "a.test", 0));
        refusedWith(ReasonCode.NOT_CANONICAL);
    }

    @Test
    void whatPolicyRefusesIsNotAllowedByTheRuleset() {
        talk.clientSays(all("sb-1", "other.test", 443) + "early bytes");
        assertThat(talk.clientHears()).isEqualTo(WELCOME + reply(2));
        refusedWith(ReasonCode.NO_GRANT);
        assertThat(denials()).contains("\"reason\":\"no_grant\"").contains("other.test");
    }

    @ParameterizedTest
    @CsvSource({"2, BIND", "3, UDP_ASSOCIATE"})
    void bindAndUdpAreNotSupported(int command, String method) {
        talk.clientSays(GREETING + as("sb-1") + request(command, "a.test", 443));
        assertThat(talk.clientHears()).isEqualTo(WELCOME + reply(7));
        assertThat(record().sandbox()).isEqualTo("sb-1");
        assertThat(record().request().method()).isEqualTo(method);
        refusedWith(ReasonCode.METHOD_REFUSED);
        assertThat(denials()).contains("\"reason\":\"method_refused\"");
    }

    @ParameterizedTest
    @EnumSource(
            value = ReasonCode.class,
            names = {
                "DNS_FAILED",
                "CONNECT_TIMEOUT",
                "CONNECT_FAILED",
                "ADDRESS_REFUSED",
                "METADATA_ADDRESS",
                "INTERNAL_ERROR"
            })
    void aFailedDialHasTheCodeOfItsReason(ReasonCode reason) {
        int code = switch (reason) {
            case DNS_FAILED, CONNECT_TIMEOUT -> 4;
            case CONNECT_FAILED -> 5;
            case INTERNAL_ERROR -> 1;
            default -> 2;
        };
        talk.clientSays(all("sb-1", "a.test", 443));
        talk.dialer.last().fail(reason);
        assertThat(talk.clientHears()).isEqualTo(WELCOME + reply(code));
        assertThat(record().reason()).isEqualTo(reason);
    }

    @Test
    void withoutPasswordNothingIsAskedOfAnybody() {
        talk.clientSays("\5\1\0" + connect("a.test", 443));
        assertThat(talk.clientHears()).isEqualTo(NO_METHOD);
        assertThat(judged).isEmpty();
        refusedWith(ReasonCode.NO_IDENTITY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\5\0", "\5\1\1", "\5\3\1\3\u0080"})
    void methodsThatAreNotServedAreNotChosen(String greeting) {
        talk.clientSays(greeting);
        assertThat(talk.clientHears()).isEqualTo(NO_METHOD);
        refusedWith(ReasonCode.NO_IDENTITY);
    }

    @Test
    void aWrongTokenEndsTheConnectionBeforeAnythingIsAsked() {
        talk.clientSays(GREETING + credentials("sb-1", "token-sb-2") + connect("a.test", 443));
        assertThat(talk.clientHears()).isEqualTo(WRONG);
        assertThat(judged).isEmpty();
        assertThat(record().kind()).isEqualTo("connect");
        refusedWith(ReasonCode.NO_IDENTITY);
    }

    @Test
    void aColonInTheUserNameMovesNothingIntoTheToken() {
        talk.clientSays(GREETING + credentials("sb-1:token-sb-1", "") + connect("a.test", 443));
        assertThat(talk.clientHears()).isEqualTo(WRONG);
        refusedWith(ReasonCode.NO_IDENTITY);
    }

    @Test
    void aSandboxThatEndsBetweenPasswordAndRequestAsksNothing() {
        talk.clientSays(GREETING + as("sb-1"));
        talk.sandboxes.remove("sb-1");
        talk.clientSays(connect("a.test", 443));
        assertThat(talk.clientHears()).isEqualTo(WELCOME + reply(2));
        refusedWith(ReasonCode.NO_IDENTITY);
    }

    @Test
    void earlyBytesWaitForTheVerdictAndGoOnAfterIt() {
        String hello = ClientHellos.to("a.test");
        talk.clientSays(all("sb-1", "a.test", 443) + hello);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.clientHears()).isEqualTo(WELCOME + SUCCEEDED);
        assertThat(talk.hear(target)).isEqualTo(hello);
    }

    @Test
    void aHelloThatNamesAnotherHostIsRefusedAsInAnyTunnel() {
        talk.clientSays(all("sb-1", "a.test", 443));
        talk.connect();
        talk.clientSays(ClientHellos.to("other.test"));
        assertThat(talk.records()).extracting(AuditEvent::reason).contains(ReasonCode.SNI_MISMATCH);
    }

    @Test
    void plainHttpInTheTunnelIsJudgedAndAnsweredAsHttp() {
        talk.clientSays(all("sb-1", "a.test", 80));
        talk.connect();
        talk.clientHears();
        talk.clientSays("GET /x HTTP/1.1\r\nHost: a.test\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
        assertThat(judged.getLast().scheme()).isEqualTo(Scheme.HTTP);
    }

    @Test
    void aTunnelForAnythingBeginsWithTheReplyOfSocks() {
        talk.clientSays(all("sb-1", "tcp.test", 5432));
        EmbeddedChannel target = talk.connect();
        talk.say(target, "the server speaks first");
        assertThat(talk.clientHears()).isEqualTo(WELCOME + SUCCEEDED + "the server speaks first");
    }

    @Test
    void aSlowClientIsEndedAndRecorded() {
        talk.clientSays(GREETING);
        talk.pass(Duration.ofSeconds(12));
        assertThat(talk.clientHears()).startsWith(METHOD);
        refusedWith(ReasonCode.HEAD_TIMEOUT);
    }

    @Test
    void aClientThatSaysNothingIsEndedWithoutARecord() {
        talk.pass(Duration.ofSeconds(12));
        talk.clientEnds();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).isEmpty();
    }

    @Test
    void aRequestThatEndsTooEarlyIsRecorded() {
        talk.clientSays(GREETING + as("sb-1") + "\5\1\0\3");
        talk.clientEnds();
        assertThat(talk.clientHears()).isEqualTo(WELCOME + reply(1));
        assertThat(record().reason()).isEqualTo(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void anAddressTypeThatIsNotKnownHasItsOwnCode() {
        talk.clientSays(GREETING + as("sb-1") + "\5\1\0\2\1");
        assertThat(talk.clientHears()).isEqualTo(WELCOME + reply(8));
    }

    @Test
    void socks4IsRefusedInItsOwnWords() {
        talk.clientSays("\4\1\1\u00bb\u00c0\0\2\7user\0");
        assertThat(talk.clientHears()).isEqualTo("\0[\0\0\0\0\0\0");
        assertThat(record().facts().detail()).contains("SOCKS4").contains("socks5h://");
        refusedWith(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void httpIsToldWhichVariableToSet() {
        talk.clientSays("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + Conversation.as("sb-1") + "\r\n");
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 400 ")
                .contains("ALL_PROXY")
                .contains("https_proxy");
        assertThat(record().facts().detail()).contains("ALL_PROXY");
        refusedWith(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void socksOnThePortForHttpIsToldWhichVariableToSet() {
        try (Conversation http = new Conversation(Peer.ANYBODY)) {
            http.clientSays(GREETING);
            assertThat(http.clientHears()).isEqualTo(NO_METHOD);
            assertThat(http.records()).hasSize(1);
            assertThat(http.records().getFirst().facts().detail())
                    .contains("https_proxy")
                    .contains("proxy.socks");
        }
    }

    @Test
    void onAPortOfItsOwnASandboxNeedsNoPassword() {
        try (Conversation own = new Conversation(
                new Peer(new SandboxId("sb-1"), null, ListenerProtocol.SOCKS5, ClientCertificate.NONE))) {
            own.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            own.clientSays("\5\1\0" + connect("a.test", 443));
            own.connect();
            assertThat(own.clientHears()).isEqualTo("\5\0" + SUCCEEDED);
            assertThat(own.records().getFirst().sandbox()).isEqualTo("sb-1");
        }
    }

    @Test
    void aPasswordOnAPortOfAnotherSandboxIsAConflict() {
        try (Conversation own = new Conversation(
                new Peer(new SandboxId("sb-1"), null, ListenerProtocol.SOCKS5, ClientCertificate.NONE))) {
            own.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            own.sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
            own.clientSays("\5\2\0\2" + as("sb-2") + connect("a.test", 443));
            assertThat(own.clientHears()).isEqualTo(WRONG);
            assertThat(own.records().getFirst().reason()).isEqualTo(ReasonCode.IDENTITY_CONFLICT);
        }
    }

    @Test
    void aPortWhoseSandboxIsNotThereNamesNobody() {
        try (Conversation own = new Conversation(
                new Peer(new SandboxId("sb-9"), null, ListenerProtocol.SOCKS5, ClientCertificate.NONE))) {
            own.clientSays("\5\1\0" + connect("a.test", 443));
            assertThat(own.clientHears()).isEqualTo("\5\0" + reply(2));
            assertThat(own.records().getFirst().reason()).isEqualTo(ReasonCode.NO_IDENTITY);
        }
    }

    @Test
    void anInspectedTunnelDialsNothingBeforeARequestInside() {
        var inspect = new Obligations(true, Set.of(), null, Set.of());
        talk.sandboxes.add("sb-1", _ -> TestSandboxes.allow(inspect));
        talk.clientSays(all("sb-1", "a.test", 443));
        assertThat(talk.clientHears()).isEqualTo(WELCOME + SUCCEEDED);
        assertThat(talk.dialer.attempts()).isEmpty();
    }
}
