package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** I and J, as far as bodies and redirects that are not inspected are concerned. */
class BodyThreatsTest {
    private final Conversation talk = new Conversation();

    @BeforeEach
    void sandbox() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    /** The beginning of a gzip bomb, and content with three codings: neither is decoded. */
    @Test
    void line71NothingIsDecompressed() {
        String bomb = "\u001f\u008b\b\0\0\0\0\0\0\u0003" + "\u00ec\u00c1\u0001\u0001".repeat(50);
        String coded = "Content-Encoding: gzip, br, gzip\r\nContent-Length: " + bomb.length() + "\r\n";
        talk.clientSays(request("POST", "/", coded) + bomb);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target))
                .contains("Content-Encoding: gzip, br, gzip\r\n")
                .endsWith("\r\n\r\n" + bomb);
        talk.say(target, "HTTP/1.1 200 OK\r\n" + coded + "\r\n" + bomb);
        assertThat(talk.clientHears()).endsWith("\r\n\r\n" + bomb);
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.records().getFirst().request().bytesIn()).isEqualTo(bomb.length());
        assertThat(talk.records().getFirst().request().bytesOut()).isEqualTo(bomb.length());
    }

    @Test
    void line76ARedirectIsTheClientsAndItsHopIsJudgedAnew() {
        talk.clientSays(request("GET", "/", ""));
        EmbeddedChannel target = talk.connect();
        talk.say(target, "HTTP/1.1 302 Found\r\nLocation: http://b.test/\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).contains("HTTP/1.1 302 Found\r\n", "Location: http://b.test/\r\n");
        assertThat(talk.dialer.attempts()).hasSize(1);
        talk.clientSays(request("GET", "/", "").replace("a.test", "b.test"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
        assertThat(talk.dialer.attempts()).hasSize(1);
        assertThat(talk.records()).hasSize(2);
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.NO_GRANT);
    }
}
