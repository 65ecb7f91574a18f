package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tunnels by {@code tcp} whose grants name what is spoken, byte for byte. */
class FirstBytesConversationTest {
    private static final String SSH = "SSH-2.0-OpenSSH_9.9 some comment\r\n";
    private static final String HELLO = ClientHellos.to("a.test");
    private static final String SSL_REQUEST = "\0\0\0\10\4\u00d2\26\57";
    private static final String GSSENC_REQUEST = "\0\0\0\10\4\u00d2\26\60";
    private static final String CANCEL = "\0\0\0\20\4\u00d2\26\56\0\0\0\1abcd";
    private static final String STARTUP = startup(3, "user\0me\0database\0db\0\0");

    private final Conversation talk = new Conversation();
    private Set<String> granted = Set.of();

    @AfterEach
    void close() {
        talk.close();
    }

    private static String startup(int major, String pairs) {
        return "\0\0\0" + (char) (pairs.length() + 8) + "\0" + (char) major + "\0\0" + pairs;
    }

    private EmbeddedChannel open(String... schemes) {
        granted = Set.of(schemes);
        talk.sandboxes.add(
                "sb-1",
                request -> granted.contains(request.scheme().word())
                        ? TestSandboxes.allow(Obligations.NONE)
                        : Decision.Deny.of(ReasonCode.NO_GRANT));
        talk.clientSays("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + Conversation.as("sb-1") + "\r\n");
        EmbeddedChannel target = talk.connect();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
        return target;
    }

    private void passes(String scheme, String bytes) {
        EmbeddedChannel target = open(scheme);
        talk.clientSays(bytes);
        assertThat(talk.hear(target)).isEqualTo(bytes);
        talk.clientSays("more");
        assertThat(talk.hear(target)).isEqualTo("more");
        assertThat(talk.client.pipeline().get(FirstBytesCheck.class)).isNull();
    }

    private void ends(EmbeddedChannel target, ReasonCode reason) {
        assertThat(talk.hear(target)).isEmpty();
        assertThat(target.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        var end = talk.records().getLast();
        assertThat(end.kind()).isEqualTo("end");
        assertThat(end.reason()).isEqualTo(reason);
        assertThat(end.request().bytesIn()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {SSH, "SSH-2.0-x\n", "SSH-2.0-x\r\n\0\0\1binary"})
    void sshPassesByItsFirstLine(String bytes) {
        passes("tcp+ssh", bytes);
    }

    @Test
    void aHelloPassesWhereTlsIsNamed() {
        passes("tcp+tls", HELLO);
    }

    @ParameterizedTest
    @MethodSource("messagesOfPostgres")
    void postgresPassesByAStartupOrACancellation(String message) {
        passes("tcp+postgres", message);
    }

    static List<String> messagesOfPostgres() {
        return List.of(STARTUP, CANCEL);
    }

    @ParameterizedTest
    @CsvSource({
        "tcp+tls, ssh",
        "tcp+tls, postgres",
        "tcp+tls, encryption",
        "tcp+ssh, tls",
        "tcp+ssh, postgres",
        "tcp+ssh, encryption",
        "tcp+postgres, ssh",
        "tcp+postgres, tls"
    })
    void whatIsNotGrantedReachesNobody(String scheme, String spoken) {
        EmbeddedChannel target = open(scheme);
        talk.clientSays(
                switch (spoken) {
                    case "ssh" -> SSH;
                    case "tls" -> HELLO;
                    case "encryption" -> SSL_REQUEST;
                    default -> STARTUP;
                });
        ends(target, ReasonCode.PROTOCOL_MISMATCH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "ssh-2.0-x\r\n",
                "SSH-1.5-x\r\n",
                "SSH-2.0-\r\n",
                "SSH-2.0-\n",
                "SSH-2.0-x\0\r\n",
                "SSH-2.0-x\ry\r\n",
                "SSH-2.0-\u00e4\r\n",
                "SSH-2.0\r\n",
                "\r\nSSH-2.0-x\r\n",
                "\u0016\u0002\u0001",
                "\0\1\0\10",
                "\0\0\0\7\0\3\0\0",
                "\0\0\47\21\0\3\0\0",
                "\0\0\0\11\0\2\0\0\0",
                "\0\0\0\11\4\u00d2\26\57\0",
                "\0\0\0\11\0\3\0\0\0",
                "\0\0\0\14\4\u00d2\26\56\0\0\0\1",
                "\u0080.\u0001\0\u0002"
            })
    void whatIsOfNoProtocolReachesNobody(String bytes) {
        ends(saying(bytes), ReasonCode.PROTOCOL_MISMATCH);
    }

    private EmbeddedChannel saying(String bytes) {
        EmbeddedChannel target = open("tcp+tls", "tcp+ssh", "tcp+postgres");
        talk.clientSays(bytes);
        return target;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"database\0db\0\0", "user\0\0\0", "user\0me\0", "user\0me", "user\0me\0\0x", "xuser\0me\0\0"})
    void aStartupThatNamesNoUserIsNone(String pairs) {
        ends(saying(startup(3, pairs)), ReasonCode.PROTOCOL_MISMATCH);
    }

    @Test
    void aLineWithoutEndIsBounded() {
        ends(saying("SSH-2.0-" + "x".repeat(247)), ReasonCode.PROTOCOL_MISMATCH);
    }

    @Test
    void anyOfSeveralGrantsAdmitsAndTheEndNamesIt() {
        EmbeddedChannel target = open("tcp+tls", "tcp+ssh", "tcp+postgres");
        assertThat(talk.records().getLast().request().scheme()).isEqualTo("tcp+tls");
        talk.clientSays(SSH);
        assertThat(talk.hear(target)).isEqualTo(SSH);
        talk.hangUp(target);
        assertThat(talk.records().getLast().request().scheme()).isEqualTo("tcp+ssh");
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void whatTheWidestGrantAdmitsIsNotLookedAt() {
        EmbeddedChannel target = open("tcp", "tcp+ssh");
        assertThat(talk.client.pipeline().get(FirstBytesCheck.class)).isNull();
        talk.clientSays("anything");
        assertThat(talk.hear(target)).isEqualTo("anything");
    }

    @Test
    void theHelloOfATunnelByTcpNamesItsHostToo() {
        EmbeddedChannel target = open("tcp+tls");
        talk.clientSays(ClientHellos.to("b.test"));
        ends(target, ReasonCode.SNI_MISMATCH);
    }

    @Test
    void anEncryptedHelloIsRefused() {
        EmbeddedChannel target = open("tcp+tls");
        String name = ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("a.test"));
        String hidden = ClientHellos.extension(ClientHellos.ENCRYPTED_CLIENT_HELLO, "\0");
        talk.clientSays(ClientHellos.record(ClientHellos.message(name + hidden)));
        ends(target, ReasonCode.ECH_REFUSED);
    }

    @Test
    void theTargetMaySpeakFirstAndTheClientIsStillChecked() {
        EmbeddedChannel target = open("tcp+ssh");
        talk.say(target, SSH);
        assertThat(talk.clientHears()).isEqualTo(SSH);
        talk.clientSays("GET / HTTP/1.1\r\n\r\n");
        ends(target, ReasonCode.PROTOCOL_MISMATCH);
    }

    @Test
    void bytesMayComeOneByOneAndNoneOfThemEarly() {
        EmbeddedChannel target = open("tcp+ssh");
        for (int i = 0; i < SSH.length(); i++) {
            assertThat(talk.hear(target)).isEmpty();
            talk.clientSays(SSH.substring(i, i + 1));
        }
        assertThat(talk.hear(target)).isEqualTo(SSH);
    }

    @Test
    void behindAQuestionForEncryptionComesTls() {
        EmbeddedChannel target = open("tcp+postgres");
        talk.clientSays(GSSENC_REQUEST);
        assertThat(talk.hear(target)).isEqualTo(GSSENC_REQUEST);
        talk.say(target, "N");
        talk.clientSays(SSL_REQUEST);
        assertThat(talk.hear(target)).isEqualTo(SSL_REQUEST);
        talk.say(target, "S");
        assertThat(talk.clientHears()).isEqualTo("NS");
        talk.clientSays(HELLO.substring(0, 20));
        assertThat(talk.hear(target)).isEmpty();
        talk.clientSays(HELLO.substring(20));
        assertThat(talk.hear(target)).isEqualTo(HELLO);
    }

    @Test
    void whereTheServerHasNoEncryptionAStartupFollows() {
        EmbeddedChannel target = open("tcp+postgres");
        talk.clientSays(SSL_REQUEST);
        talk.say(target, "N");
        talk.clientSays(STARTUP);
        assertThat(talk.hear(target)).isEqualTo(SSL_REQUEST + STARTUP);
    }

    @Test
    void aTokenOfGssapiPassesOnlyWhereItWasAskedFor() {
        String token = "\0\0\0\5`abcd";
        EmbeddedChannel target = open("tcp+postgres");
        talk.clientSays(GSSENC_REQUEST + token);
        assertThat(talk.hear(target)).isEqualTo(GSSENC_REQUEST + token);
    }

    @ParameterizedTest
    @ValueSource(strings = {SSH, "\0\0\0\5`abcd", SSL_REQUEST, "GET / HTTP/1.1\r\n"})
    void behindAQuestionForEncryptionNothingElseComes(String bytes) {
        EmbeddedChannel target = open("tcp+postgres", "tcp+ssh");
        talk.clientSays(SSL_REQUEST);
        assertThat(talk.hear(target)).isEqualTo(SSL_REQUEST);
        talk.say(target, "S");
        talk.clientSays(bytes);
        assertThat(talk.hear(target)).isEmpty();
        assertThat(target.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.PROTOCOL_MISMATCH);
    }

    @Test
    void behindAQuestionForEncryptionTheHelloNamesTheHost() {
        EmbeddedChannel target = open("tcp+postgres");
        talk.clientSays(SSL_REQUEST);
        talk.clientSays(ClientHellos.to("b.test"));
        assertThat(target.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.SNI_MISMATCH);
    }

    @Test
    void aSilentClientIsGivenUpThoughItsTargetSpeaks() {
        EmbeddedChannel target = open("tcp+ssh");
        for (int second = 0; second < 12 && target.isActive(); second += 2) {
            talk.say(target, "x");
            talk.pass(Duration.ofSeconds(1));
        }
        ends(target, ReasonCode.HEAD_TIMEOUT);
    }

    @Test
    void aClientThatHasSpokenMayKeepSilent() {
        EmbeddedChannel target = open("tcp+ssh");
        talk.clientSays(SSH);
        talk.pass(Duration.ofMinutes(4));
        assertThat(target.isActive()).isTrue();
    }

    @Test
    void aClientThatLeavesBeforeItSpeaksEndsTheTunnel() {
        EmbeddedChannel target = open("tcp+ssh");
        talk.clientSays("SSH-2");
        talk.clientEnds();
        ends(target, ReasonCode.PROTOCOL_MISMATCH);
    }

    @Test
    void aGrantThatIsTakenAwayMeanwhileAdmitsNothing() {
        EmbeddedChannel target = open("tcp+tls", "tcp+ssh");
        granted = Set.of("tcp+tls");
        talk.clientSays(SSH);
        ends(target, ReasonCode.PROTOCOL_MISMATCH);
    }
}
