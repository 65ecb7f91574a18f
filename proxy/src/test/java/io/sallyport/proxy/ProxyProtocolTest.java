package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.ConnectionSource;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.Cidr;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.SocksBytes;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Load balancers that say whose connections they hand on, and peers that only claim to be such; over sockets. */
class ProxyProtocolTest {
    private static final int PATIENCE_MILLIS = 20_000;
    private static final String WRONG = "Proxy-Authorization: Basic c2ItMTpndWVzcw==\r\n";
    private static final ProxyLimits ONE_GUESS = ProxyLimits.DEFAULT.with(new GuessLimits(1, 100));

    private final Origin web = Origin.plain(Answer::echo);
    private final Gateway gateway = Gateway.behind(List.of(Cidr.of("127.0.0.0/8")), ONE_GUESS);

    @BeforeEach
    void sandbox() {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        gateway.dialer.name("a.test:80", web.address());
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private static String line(String source) {
        return "PROXY TCP4 " + source + " 192.0.2.1 40000 3128\r\n";
    }

    private static String get(String fields) {
        return "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n" + fields + "\r\n";
    }

    private static String say(InetSocketAddress to, String bytes) throws IOException {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private String say(String bytes) throws IOException {
        return say(gateway.address(), bytes);
    }

    @Test
    void wrongTokensAreCountedByTheAddressThatIsNamed() throws IOException {
        assertThat(say(line("192.0.2.7") + get(WRONG))).startsWith("HTTP/1.1 407");
        assertThat(say(line("192.0.2.7") + get(WRONG))).startsWith("HTTP/1.1 429");
        assertThat(say(line("192.0.2.8") + get(WRONG))).startsWith("HTTP/1.1 407");
        assertThat(say(line("192.0.2.7") + get(Conversation.as("sb-1")))).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @CsvSource({"TCP4,192.0.2.7,192.0.2.1", "TCP6,2001:db8::7,2001:db8::1"})
    void recordsNameTheClientAndTheBalancer(String family, String client, String balancer) throws IOException {
        String header = "PROXY " + family + " " + client + " " + balancer + " 40000 3128\r\n";
        assertThat(say(header + get(Conversation.as("sb-1")))).startsWith("HTTP/1.1 200");
        ConnectionSource source =
                Objects.requireNonNull(gateway.audit.records().getLast().facts().source());
        assertThat(InetAddress.ofLiteral(Objects.requireNonNull(source.client())))
                .isEqualTo(InetAddress.ofLiteral(client));
        assertThat(source.peer()).isEqualTo("127.0.0.1");
        assertThat(gateway.audit.records().getLast().sandbox()).isEqualTo("sb-1");
    }

    @Test
    void recordsNameTheClientOfAHeaderInBinaryAndInsideItsTunnel() throws IOException {
        String header = "\r\n\r\n\0\r\nQUIT\n!\u0011\0\u000c\u00c0\0\2\7\u00c0\0\2\1\u009c@\f8";
        String inside = "GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n";
        String connect = "CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n" + Conversation.as("sb-1") + "\r\n";
        assertThat(say(header + connect + inside)).startsWith("HTTP/1.1 200").contains("HTTP/1.1 200 OK");
        assertThat(gateway.audit.records())
                .hasSizeGreaterThan(1)
                .allSatisfy(record -> assertThat(record.facts().source())
                        .isEqualTo(new ConnectionSource("192.0.2.7", "127.0.0.1", null)));
    }

    @Test
    void whoIsNotIdentifiedIsNamedByItsPeerAndOthersByNothing() throws IOException {
        try (Gateway straight = Gateway.behind(List.of(), ONE_GUESS)) {
            straight.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            straight.dialer.name("a.test:80", web.address());
            say(straight.address(), get(""));
            say(straight.address(), get(Conversation.as("sb-1")));
            assertThat(straight.audit.records())
                    .extracting(record -> record.facts().source())
                    .containsExactly(new ConnectionSource(null, "127.0.0.1", null), null);
        }
    }

    @Test
    void theHeaderMayComeByItself() throws IOException {
        try (Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            for (String part :
                    List.of("PRO", "XY TCP4 192.0.2.7 192.0.2.1 1 2\r", "\n", get(Conversation.as("sb-1")))) {
                socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aLoadBalancerThatLeavesTheHeaderOutIsServedNothing() throws IOException {
        assertThat(say(get(Conversation.as("sb-1")))).isEmpty();
        assertThat(gateway.audit.await(1).reason()).isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aSecondHeaderIsNoRequest() throws IOException {
        assertThat(say(line("192.0.2.7") + line("192.0.2.8") + get(Conversation.as("sb-1"))))
                .startsWith("HTTP/1.1 400");
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aPeerThatIsNotNamedCannotSpeakForOthers() throws IOException {
        try (Gateway other = Gateway.behind(List.of(Cidr.of("192.0.2.0/24")), ONE_GUESS)) {
            other.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            other.dialer.name("a.test:80", web.address());
            assertThat(say(other.address(), line("192.0.2.7") + get(Conversation.as("sb-1"))))
                    .startsWith("HTTP/1.1 400");
            assertThat(say(other.address(), get(Conversation.as("sb-1")))).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void theHeaderComesBeforeSocksToo() throws IOException {
        InetSocketAddress socks = gateway.server.addresses().getLast();
        assertThat(gateway.server.addresses()).hasSize(2);
        for (String reply : List.of("\5\2\1\1", "\5\2\1\1")) {
            assertThat(say(socks, line("192.0.2.9") + SocksBytes.GREETING + SocksBytes.credentials("sb-1", "wrong")))
                    .isEqualTo(reply);
        }
        assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.RATE_LIMITED);
    }
}
