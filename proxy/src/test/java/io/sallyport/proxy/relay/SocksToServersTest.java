package io.sallyport.proxy.relay;

import static io.sallyport.proxy.support.SocksBytes.SUCCEEDED;
import static io.sallyport.proxy.support.SocksBytes.all;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.identity.ClientCertificate;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.OneServer;
import io.sallyport.proxy.support.TestSandboxes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** API servers through SOCKS5: the tunnel ends in the gateway, and each request inside is the one that HTTP asks. */
class SocksToServersTest {
    private final Conversation talk = new Conversation(
            new OneServer("sb-1", 9001), new Peer(null, null, ListenerProtocol.SOCKS5, ClientCertificate.NONE));

    @BeforeEach
    void sandboxes() {
        talk.sandboxes.add("sb-1", TestSandboxes.allowing(request -> request.scheme() == Scheme.API));
        talk.sandboxes.add("sb-2", TestSandboxes.allowing(_ -> true));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private void asksInside(String authority) {
        talk.clientSays("GET /do HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "build.api.internal, 80, build.api.internal",
        "build.api.internal, 9001, build.api.internal:9001",
        "host.openshell.internal, 9001, host.openshell.internal:9001"
    })
    void aCallPassesAsByHttp(String name, int port, String authority) {
        talk.clientSays(all("sb-1", name, port));
        assertThat(talk.clientHears()).endsWith(SUCCEEDED);
        assertThat(talk.dialer.attempts()).isEmpty();
        asksInside(authority);
        EmbeddedChannel server = talk.connect();
        assertThat(talk.hear(server))
                .startsWith("GET /do HTTP/1.1\r\nHost: build.api.internal\r\n")
                .contains("Authorization: Bearer " + OneServer.TOKEN);
        talk.say(server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("ok");
        assertThat(talk.records().getLast().request().host()).isEqualTo("build.api.internal");
        assertThat(talk.records().getLast().request().serverState()).isEqualTo("healthy");
    }

    @Test
    void aCallThatIsNotGrantedIsRefusedInside() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        talk.clientSays(all("sb-1", "build.api.internal", 80));
        assertThat(talk.clientHears()).endsWith(SUCCEEDED);
        asksInside("build.api.internal");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("\"reason\":\"no_grant\"");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "sb-1, other.api.internal, 80",
        "sb-1, build.api.internal, 443",
        "sb-1, x.build.api.internal, 80",
        "sb-1, api.internal, 80",
        "sb-1, host.openshell.internal, 80",
        "sb-2, build.api.internal, 80",
        "sb-2, host.openshell.internal, 9001"
    })
    void whatIsNoServerOfTheSandboxIsNoTunnel(String sandbox, String name, int port) {
        talk.clientSays(all(sandbox, name, port));
        assertThat(talk.clientHears()).doesNotEndWith(SUCCEEDED);
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.LOCAL_NAME);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void nothingElseIsReachedInside() {
        talk.clientSays(all("sb-1", "build.api.internal", 80));
        talk.clientHears();
        asksInside("a.test");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 421 ");
        talk.clientSays(ClientHellos.to("build.api.internal"));
        assertThat(talk.dialer.attempts()).isEmpty();
    }
}
