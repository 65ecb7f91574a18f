package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.CredentialUse;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiTool;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.TestCa;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As whom connections are dialled, and which of those that are kept serve whom, without sockets. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class CertifiedConversationTest {
    private static final TestCa CA = TestCa.create("issuer", InstantSource.system());
    private static final TargetTls TLS =
            TargetTls.create(SslProvider.JDK, TrustRoots.of(CA.certificate()), 1, System::nanoTime);
    private static final String OK = ForwardConversation.OK;

    private final ClientIdentity first = identity();
    private CredentialValue value = new CredentialValue.Certified(first);
    private final Conversation talk = new Conversation(new Certificates());

    /** Paths say what is granted, and both sandboxes have the certificate {@code one}. */
    CertifiedConversationTest() {
        for (String id : List.of("sb-1", "sb-2")) {
            talk.sandboxes.add(
                    id,
                    request -> TestSandboxes.allow(new Obligations(false, granted(request.path()), null, Set.of())));
        }
    }

    private static Set<String> granted(@Nullable CanonicalPath path) {
        return switch (path == null ? "" : path.text()) {
            case "/one" -> Set.of("one");
            case "/both" -> Set.of("one", "two");
            default -> Set.of();
        };
    }

    private static ClientIdentity identity() {
        TestCa.Leaf leaf = CA.clientLeaf("ours.test");
        try {
            return TLS.identity(List.of(leaf.chain()), leaf.key());
        } catch (SSLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code one} is bound to port 80 of a.test, {@code two} to all of it. */
    private final class Certificates implements ApiServers {
        private final Keyring keys = Keyring.of(Map.of(
                "one",
                new Credential("one", "one", "", () -> value, Certificates::isOne, CredentialUse.PLACEHOLDERS),
                "two",
                new Credential("two", "two", "", () -> value, _ -> true, CredentialUse.PLACEHOLDERS)));

        private static boolean isOne(CanonicalRequest request) {
            return request.host().text().equals("a.test") && request.port() == 80;
        }

        @Override
        public Found call(SandboxId sandbox, CanonicalHost host, int port) {
            return new Found.Unknown();
        }

        @Override
        public @Nullable CanonicalHost name(SandboxId sandbox, CanonicalHost host, int port) {
            return null;
        }

        @Override
        public Keyring keys(SandboxId sandbox) {
            return keys;
        }

        @Override
        public @Nullable List<ApiTool> tools(SandboxId sandbox) {
            return null;
        }
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private void ask(String authority, String path) {
        talk.clientSays("GET http://" + authority + path + " HTTP/1.1\r\nHost: " + authority + "\r\n"
                + Conversation.as("sb-1") + "\r\n");
    }

    private EmbeddedChannel asked(String authority, String path, @Nullable ClientIdentity identity) {
        int before = talk.dialer.attempts().size();
        ask(authority, path);
        assertThat(talk.dialer.attempts()).hasSize(before + 1);
        assertThat(talk.dialer.last().identity).isSameAs(identity);
        EmbeddedChannel target = talk.connect();
        answer(target);
        return target;
    }

    private void answer(EmbeddedChannel target) {
        assertThat(talk.hear(target)).startsWith("GET /");
        talk.say(target, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aConnectionWithACertificateServesNoRequestWithoutIt() {
        EmbeddedChannel certified = asked("a.test", "/one", first);
        EmbeddedChannel plain = asked("a.test", "/none", null);
        ask("a.test", "/one");
        answer(certified);
        ask("a.test", "/none");
        answer(plain);
        assertThat(talk.dialer.attempts()).hasSize(2);
    }

    @Test
    void elsewhereAndOnAnotherPortItIsNotShown() {
        asked("b.test", "/one", null);
        asked("a.test:8080", "/one", null);
    }

    @Test
    void aConnectionOfTheReplacedCertificateServesNoMore() {
        EmbeddedChannel old = asked("a.test", "/one", first);
        ClientIdentity second = identity();
        value = new CredentialValue.Certified(second);
        EmbeddedChannel fresh = asked("a.test", "/one", second);
        ask("a.test", "/one");
        answer(fresh);
        assertThat(talk.hear(old)).isEmpty();
    }

    @Test
    void withoutAValueNobodyIsDialled() {
        value = new CredentialValue.Unavailable("it is past its end");
        ask("a.test", "/one");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 503 ").contains("credential_unavailable");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void twoCertificatesForOneRequestAreRefused() {
        ask("a.test", "/both");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("more than one client certificate");
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.CREDENTIAL_UNRESOLVED);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void theRecordNamesItAndTheAnswerIsNotLookedThrough() {
        talk.clientSays("GET http://a.test/one HTTP/1.1\r\nHost: a.test\r\nAccept-Encoding: gzip\r\n"
                + Conversation.as("sb-1") + "\r\n");
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).contains("Accept-Encoding: gzip\r\n");
        talk.say(target, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx");
        assertThat(talk.clientHears()).contains("Content-Encoding: gzip\r\n").endsWith("x");
        assertThat(talk.records().getLast().toString()).contains("one");
    }

    @Test
    void aTunnelThatIsNotOpenedHasNone() {
        talk.clientSays("CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n" + Conversation.as("sb-1") + "\r\n");
        assertThat(talk.dialer.last().identity).isNull();
    }
}
