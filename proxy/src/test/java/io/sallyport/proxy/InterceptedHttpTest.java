package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTP/1.1 behaves the same with TLS on both sides as without. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
@Execution(ExecutionMode.CONCURRENT)
class InterceptedHttpTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int MUCH = 8 << 20;

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), InterceptedHttpTest::answer);
    private final InterceptingGateway gateway;
    private SSLSocket socket;

    InterceptedHttpTest(TlsProvider provider) {
        gateway = new InterceptingGateway(provider, publicCa, Map.of("a.test:443", web.hostPort()));
        gateway.add("sb-1", InterceptedHttpTest::judge);
    }

    private static Decision judge(CanonicalRequest request) {
        boolean connect = request.kind() == RequestKind.CONNECT;
        return connect || !"DELETE".equals(request.method())
                ? TestSandboxes.allow(new Obligations(connect, Set.of(), null, Set.of()))
                : Decision.Deny.of(ReasonCode.NO_GRANT);
    }

    private static Answer answer(ReceivedRequest request) {
        return switch (request.path()) {
            case "/much" -> new Answer.Sized(MUCH);
            case "/events" ->
                new Answer.Raw(
                        String.join(
                                "\r\n",
                                "HTTP/1.1 200 OK",
                                "Content-Type: text/event-stream",
                                "Transfer-Encoding: chunked",
                                "",
                                "8",
                                "data: 1\n",
                                ""),
                        false);
            default -> Answer.echo(request);
        };
    }

    @BeforeEach
    void open() throws Exception {
        socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test");
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        gateway.close();
        web.close();
    }

    private void say(String... lines) throws IOException {
        socket.getOutputStream().write(String.join("\r\n", lines).getBytes(StandardCharsets.ISO_8859_1));
    }

    private String hear(String until) throws IOException {
        StringBuilder heard = new StringBuilder();
        while (!heard.toString().endsWith(until)) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new AssertionError("ended after: " + heard);
            }
            heard.append((char) next);
        }
        return heard.toString();
    }

    @Test
    void aPlaceholderInATunnelThatIsLookedIntoIsRefused() throws Exception {
        say(
                "GET / HTTP/1.1",
                "Host: a.test",
                "Authorization: Bearer openshell%3Aresolve%3aenv:API_BUILD_TOKEN",
                "",
                "");
        assertThat(hear("}")).startsWith("HTTP/1.1 403 ");
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aBodyThatWaitsIsAskedForAndSentOn() throws Exception {
        say("PUT /up HTTP/1.1", "Host: a.test", "Expect: 100-continue", "Content-Length: 5", "", "");
        assertThat(hear("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
        say("hello");
        assertThat(hear("hello")).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void chunksGoUpAndTheirTrailersEndThem() throws Exception {
        say("POST /up HTTP/1.1", "Host: a.test", "Transfer-Encoding: chunked", "", "3", "abc", "2", "de", "0", "", "");
        assertThat(hear("abcde")).startsWith("HTTP/1.1 200 OK");
        List<ReceivedRequest> received = web.awaitReceived(1, SOON);
        assertThat(received.getFirst().body().text()).isEqualTo("abcde");
    }

    @Test
    void aHeadHasTheLengthAndNoBody() throws Exception {
        say("HEAD /much HTTP/1.1", "Host: a.test", "", "");
        assertThat(hear("\r\n\r\n")).containsIgnoringCase("content-length: " + MUCH);
        say("GET /next HTTP/1.1", "Host: a.test", "Range: bytes=0-3", "", "");
        assertThat(hear("\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
        assertThat(web.awaitReceived(2, SOON).getLast().header("range")).isEqualTo("bytes=0-3");
    }

    @Test
    void anEventIsHeardBeforeTheNextIsMade() throws Exception {
        say("GET /events HTTP/1.1", "Host: a.test", "", "");
        assertThat(hear("data: 1\n\r\n")).contains("text/event-stream");
    }

    @Test
    void muchComesDownWholeAndTheConnectionGoesOn() throws Exception {
        for (int i = 0; i < 2; i++) {
            say("GET /much HTTP/1.1", "Host: a.test", "", "");
            hear("\r\n\r\n");
            assertThat(Arrays.equals(socket.getInputStream().readNBytes(MUCH), new byte[MUCH]))
                    .isTrue();
        }
        assertThat(web.connections()).isEqualTo(1);
    }

    @Test
    void muchGoesUpWhole() throws Exception {
        int size = 8 << 20;
        say("POST /up HTTP/1.1", "Host: a.test", "Content-Length: " + size, "", "");
        byte[] block = new byte[1 << 20];
        Thread writer = new Thread(() -> write(socket, block, size / block.length));
        writer.start();
        web.awaitBodyBytes(size, SOON);
        writer.join();
        assertThat(web.awaitReceived(1, SOON).getFirst().body().size()).isEqualTo(size);
    }

    private static void write(Socket to, byte[] block, int times) {
        try {
            for (int i = 0; i < times; i++) {
                to.getOutputStream().write(block);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @RepeatedTest(10)
    void aRefusedUploadHearsWhy() throws Exception {
        say("DELETE /up HTTP/1.1", "Host: a.test", "Content-Length: 9999999", "", "x".repeat(50_000));
        assertThat(hear("\r\n\r\n")).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
        assertThat(web.connections()).isZero();
    }

    @Test
    void anUpgradeThatIsNoHandshakeIsRefused() throws Exception {
        say("GET /chat HTTP/1.1", "Host: a.test", "Connection: Upgrade", "Upgrade: websocket", "", "");
        assertThat(hear("\r\n\r\n")).startsWith("HTTP/1.1 400 Rejected: malformed_request\r\n");
    }
}
