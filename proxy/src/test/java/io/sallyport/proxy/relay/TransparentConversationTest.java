package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.identity.ClientCertificate;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program says that knows of no proxy, byte for byte: judged as what it is, to where it wanted to connect. */
class TransparentConversationTest {
    private static final String ACCESS_DENIED = "\25\3\3\0\2\2\61";

    private static final Set<String> GRANTED = Set.of(
            "connect https a.test 443",
            "http http a.test 80",
            "connect tcp db.test 5432",
            "connect https 192.0.2.9 443");

    private final Conversation talk = new Conversation();
    private final List<CanonicalRequest> judged = new ArrayList<>();

    private final Sandbox sandbox = talk.sandboxes.add("sb-1", request -> {
        judged.add(request);
        return GRANTED.contains(word(request))
                ? TestSandboxes.allow(Obligations.NONE)
                : Decision.Deny.of(ReasonCode.NO_GRANT);
    });

    @BeforeEach
    void sandboxes() {
        talk.sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private static String word(CanonicalRequest request) {
        return request.kind().word() + " " + request.scheme().word() + " "
                + request.host().text() + " " + request.port();
    }

    private static Peer captured(String authority) {
        var destination = ((Parsed.Accepted<CanonicalAuthority>) CanonicalAuthority.parseConnect(authority)).value();
        return new Peer(new SandboxId("sb-1"), null, ListenerProtocol.TRANSPARENT, ClientCertificate.NONE)
                .to(destination);
    }

    private EmbeddedChannel to(String authority) {
        EmbeddedChannel client = new EmbeddedChannel();
        talk.worker.accept(client, captured(authority));
        talk.settle();
        return client;
    }

    private String says(EmbeddedChannel client, String bytes) {
        talk.say(client, bytes);
        return talk.hear(client);
    }

    private AuditEvent record() {
        assertThat(talk.records()).hasSize(1);
        return talk.records().getFirst();
    }

    private void refusedWith(ReasonCode reason, String host, int port) {
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(record().reason()).isEqualTo(reason);
        assertThat(record().sandbox()).isEqualTo("sb-1");
        assertThat(record().request().host()).isEqualTo(host);
        assertThat(record().request().port()).isEqualTo(port);
    }

    private int connections() {
        return TestSandboxes.admission(sandbox).open();
    }

    @Test
    void aTlsHelloIsTheConnectThatNobodyWrote() {
        EmbeddedChannel client = to("a.test:443");
        String hello = ClientHellos.to("a.test");
        assertThat(says(client, hello)).isEmpty();
        assertThat(talk.dialer.last().target).isEqualTo("a.test:443");
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(client)).as("no word of ours").isEmpty();
        assertThat(talk.hear(target)).isEqualTo(hello);
        assertThat(record().kind()).isEqualTo("connect");
        assertThat(record().reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void aHelloNamesTheHostThatWasAskedFor() {
        EmbeddedChannel client = to("a.test:443");
        says(client, ClientHellos.to("b.test"));
        talk.connect();
        assertThat(talk.hear(client)).isEmpty();
        assertThat(client.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.SNI_MISMATCH);
    }

    @Test
    void aGrantedAddressTakesNoNameOfAnotherHost() {
        EmbeddedChannel client = to("192.0.2.9:443");
        says(client, ClientHellos.to("a.test"));
        talk.connect();
        assertThat(client.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.SNI_MISMATCH);
    }

    @Test
    void aRefusedHelloIsToldSoByAnAlert() {
        EmbeddedChannel client = to("b.test:443");
        assertThat(says(client, ClientHellos.to("b.test"))).isEqualTo(ACCESS_DENIED);
        refusedWith(ReasonCode.NO_GRANT, "b.test", 443);
    }

    @Test
    void anAddressThatStandsForNoNameIsJudgedAsSuch() {
        EmbeddedChannel client = to("[2001:db8::1]:443");
        assertThat(says(client, ClientHellos.to("a.test"))).isEqualTo(ACCESS_DENIED);
        refusedWith(ReasonCode.NO_GRANT, "2001:db8::1", 443);
        assertThat(record().facts().diagnosis())
                .as("it knows of no proxy to give a name to")
                .isNull();
    }

    @Test
    void aFailedDialIsToldByAnAlertToo() {
        EmbeddedChannel client = to("a.test:443");
        says(client, ClientHellos.to("a.test"));
        talk.dialer.last().fail(ReasonCode.CONNECT_FAILED);
        talk.settle();
        assertThat(talk.hear(client)).isEqualTo(ACCESS_DENIED);
        assertThat(record().reason()).isEqualTo(ReasonCode.CONNECT_FAILED);
    }

    @Test
    void otherBytesAreRefusedWithoutAWord() {
        EmbeddedChannel client = to("b.test:25");
        assertThat(says(client, "\0\1\2\3")).isEmpty();
        refusedWith(ReasonCode.NO_GRANT, "b.test", 25);
        client.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        talk.settle();
        assertThat(client.isActive()).isFalse();
    }

    @Test
    void plainRequestsAreJudgedOneByOne() {
        EmbeddedChannel client = to("a.test:80");
        says(client, "GET /one?q=1 HTTP/1.1\r\nHost: A.test\r\n\r\n");
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).startsWith("GET /one?q=1 HTTP/1.1\r\n").contains("Host: a.test");
        talk.say(target, "HTTP/1.1 204 No Content\r\n\r\n");
        assertThat(talk.hear(client)).startsWith("HTTP/1.1 204 ");
        assertThat(judged).extracting(TransparentConversationTest::word).contains("http http a.test 80");
        assertThat(record().kind()).isEqualTo("http");
        assertThat(record().request().path()).isEqualTo("/one");
        assertThat(says(client, "GET /two HTTP/1.1\r\nHost: b.test\r\n\r\n")).startsWith("HTTP/1.1 4");
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.AUTHORITY_MISMATCH);
    }

    @Test
    void aRefusedRequestIsToldWhy() {
        EmbeddedChannel client = to("b.test:80");
        assertThat(says(client, "GET / HTTP/1.1\r\nHost: b.test\r\n\r\n"))
                .startsWith("HTTP/1.1 403 ")
                .contains("no_grant");
        refusedWith(ReasonCode.NO_GRANT, "b.test", 80);
    }

    @Test
    void hostNamesTheHostThatWasAskedFor() {
        EmbeddedChannel client = to("192.0.2.1:80");
        assertThat(says(client, "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")).startsWith("HTTP/1.1 4");
        refusedWith(ReasonCode.AUTHORITY_MISMATCH, "192.0.2.1", 80);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET http://b.test/ HTTP/1.1\r\nHost: b.test\r\n\r\n",
                "GET https://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n",
                "GET http://a.test:81/ HTTP/1.1\r\nHost: a.test:81\r\n\r\n",
                "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n",
                "CONNECT db.test:5432 HTTP/1.1\r\nHost: db.test:5432\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: a.test\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a.test\r\nHost: a.test\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            })
    void nothingInsideLeadsElsewhere(String head) {
        EmbeddedChannel client = to("a.test:80");
        assertThat(says(client, head)).startsWith("HTTP/1.1 ").doesNotStartWith("HTTP/1.1 2");
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(record().reason().verdict().word()).isNotEqualTo("allow");
        assertThat(record().sandbox()).isEqualTo("sb-1");
        assertThat(record().request().host()).isNotNull();
    }

    @Test
    void credentialsOfAnotherSandboxAreAConflict() {
        EmbeddedChannel client = to("a.test:80");
        says(client, "GET / HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-2") + "\r\n");
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(record().reason()).isEqualTo(ReasonCode.IDENTITY_CONFLICT);
    }

    @Test
    void theGatewayAnswersUnderItsOwnName() {
        EmbeddedChannel client = to("sallyport.internal:80");
        assertThat(says(client, "GET /v1/whoami HTTP/1.1\r\nHost: sallyport.internal\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\"sb-1\"");
    }

    @Test
    void theGatewaysNameIsNoTargetOfTls() {
        EmbeddedChannel client = to("sallyport.internal:443");
        assertThat(says(client, ClientHellos.to("sallyport.internal"))).isEqualTo(ACCESS_DENIED);
        refusedWith(ReasonCode.LOCAL_NAME, "sallyport.internal", 443);
    }

    @Test
    void aTargetByTcpMaySpeakFirst() {
        EmbeddedChannel client = to("db.test:5432");
        EmbeddedChannel target = talk.connect();
        talk.say(target, "welcome");
        assertThat(talk.hear(client)).isEqualTo("welcome");
        talk.say(client, "GET / is no request here");
        assertThat(talk.hear(target)).isEqualTo("GET / is no request here");
        assertThat(record().request().scheme()).isEqualTo("tcp");
    }

    @Test
    void aConnectionThatSaysNothingIsJudgedAndRecordedAllTheSame() {
        talk.hangUp(to("b.test:22"));
        refusedWith(ReasonCode.NO_GRANT, "b.test", 22);
        assertThat(connections()).isZero();
    }

    @Test
    void aConnectionThatEndsWithoutAByteDialsNothing() {
        EmbeddedChannel client = to("a.test:443");
        client.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        talk.settle();
        refusedWith(ReasonCode.CLIENT_CLOSED, "a.test", 443);
        assertThat(client.isActive()).isFalse();
        assertThat(connections()).isZero();
    }

    @Test
    void aConnectionThatKeepsSilentIsItsSandboxsOwn() {
        TestSandboxes.admission(sandbox).limit(1);
        EmbeddedChannel silent = to("a.test:443");
        assertThat(connections()).isEqualTo(1);
        assertThat(says(to("a.test:443"), ClientHellos.to("a.test"))).isEqualTo(ACCESS_DENIED);
        refusedWith(ReasonCode.TOO_MANY_CONNECTIONS, "a.test", 443);
        talk.hangUp(silent);
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(connections()).isZero();
    }

    @Test
    void aConnectionThatKeepsSilentEnds() {
        EmbeddedChannel client = to("a.test:443");
        talk.pass(Duration.ofMinutes(2));
        refusedWith(ReasonCode.HEAD_TIMEOUT, "a.test", 443);
        assertThat(client.isActive()).isFalse();
    }

    @Test
    void aSandboxThatIsNotThereReachesNothing() {
        talk.sandboxes.remove("sb-1");
        EmbeddedChannel client = to("a.test:443");
        assertThat(says(client, ClientHellos.to("a.test"))).isEqualTo(ACCESS_DENIED);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(record().reason()).isEqualTo(ReasonCode.NO_IDENTITY);
    }

    @Test
    void aHelloInPiecesIsReadWhole() {
        EmbeddedChannel client = to("a.test:443");
        String hello = ClientHellos.to("a.test");
        says(client, hello.substring(0, 1));
        EmbeddedChannel target = talk.connect();
        says(client, hello.substring(1));
        assertThat(talk.hear(target)).isEqualTo(hello);
    }
}
