package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Cidr;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sandboxes that are known by where their connections come from, as a load balancer says; over sockets. */
class SourceAddressTest {
    private static final int PATIENCE_MILLIS = 20_000;
    private static final SandboxId ONE = new SandboxId("sb-1");
    private static final SandboxId TWO = new SandboxId("sb-2");
    private static final SandboxId GONE = new SandboxId("sb-3");

    private final Origin web = Origin.plain(Answer::echo);
    private final Gateway gateway = Gateway.behind(
            List.of(Cidr.of("127.0.0.0/8")),
            ProxyLimits.DEFAULT,
            new SourceBlocks(
                    Map.of(ONE, Cidr.of("192.0.2.8/30"), TWO, Cidr.of("2001:db8::/64"), GONE, Cidr.of("192.0.2.100"))));

    @BeforeEach
    void sandboxes() {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        gateway.sandboxes.add("sb-2", TestSandboxes.hosts("b.test"));
        gateway.dialer.name("a.test:80", web.address());
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private String get(String source, String fields) throws IOException {
        String family = source.indexOf(':') < 0 ? "TCP4 " + source + " 192.0.2.1" : "TCP6 " + source + " 2001:db8:1::1";
        String bytes = "PROXY " + family + " 40000 3128\r\n"
                + "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n" + fields + "\r\n";
        try (Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private ReasonCode lastReason() {
        return gateway.audit.records().getLast().reason();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.8", "192.0.2.11"})
    void anAddressOfItsOwnIsEnough(String source) throws IOException {
        assertThat(get(source, "")).startsWith("HTTP/1.1 200");
        assertThat(gateway.audit.records().getLast().sandbox()).isEqualTo("sb-1");
    }

    @Test
    void anotherSandboxsAddressHasThatSandboxsRights() throws IOException {
        assertThat(get("2001:db8::7", "")).startsWith("HTTP/1.1 403");
        assertThat(gateway.audit.records().getLast().sandbox()).isEqualTo("sb-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "192.0.2.12", "2001:db8:0:1::"})
    void besideTheBlockTheAddressSaysNothing(String source) throws IOException {
        assertThat(get(source, "")).startsWith("HTTP/1.1 407");
        assertThat(get(source, Conversation.as("sb-1"))).startsWith("HTTP/1.1 200");
    }

    @Test
    void addressAndTokenMustNameTheSameSandbox() throws IOException {
        assertThat(get("192.0.2.9", Conversation.as("sb-1"))).startsWith("HTTP/1.1 200");
        assertThat(get("192.0.2.9", Conversation.as("sb-2"))).startsWith("HTTP/1.1 407");
        assertThat(lastReason()).isEqualTo(ReasonCode.IDENTITY_CONFLICT);
        assertThat(get("192.0.2.9", "Proxy-Authorization: Basic c2ItMTpndWVzcw==\r\n"))
                .startsWith("HTTP/1.1 407");
        assertThat(web.received()).hasSize(1);
    }

    @Test
    void theAddressOfASandboxThatIsGoneNamesNobody() throws IOException {
        assertThat(get("192.0.2.100", "")).startsWith("HTTP/1.1 407");
        assertThat(get("192.0.2.100", Conversation.as("sb-1"))).startsWith("HTTP/1.1 407");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.1.0.0/16, share addresses",
        "10.0.0.1, 10.0.0.1, share addresses",
        "0.0.0.0/0, 10.0.0.1, loopback",
        "127.0.0.1, 10.0.0.1, loopback",
        "'::/0', 10.0.0.1, loopback",
        "'::1', 10.0.0.1, loopback"
    })
    void whatCannotSayWhoItIsIsRefused(String one, String two, String why) {
        assertThat(SourceBlocks.fault(Map.of(ONE, Cidr.of(one), TWO, Cidr.of(two))))
                .contains(why);
    }
}
