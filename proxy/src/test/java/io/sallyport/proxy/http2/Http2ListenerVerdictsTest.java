package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.http2.Http2VerdictsTest.Request;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.Http2Listener;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.EOFException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests to the proxy itself, each in absolute-form and on a stream: same verdict, same reason, same path. */
class Http2ListenerVerdictsTest {
    private static final int ROUNDS = 40;

    @TempDir
    private Path folder;

    private final TestCa ca = TestCa.create("Test CA", InstantSource.system());
    private final Origin web = Origin.plain(request -> Answer.text(200, "reached"));
    private Http2Listener listener;

    @BeforeEach
    void start() throws Exception {
        listener = new Http2Listener(
                folder, TlsProvider.preferred(), ca, Map.of("a.test:80", web.hostPort(), "a.test:443", web.hostPort()));
        listener.gateway.add(
                "sb-1",
                request -> request.path() != null && request.path().text().startsWith("/open")
                        ? TestSandboxes.allow(Obligations.NONE)
                        : Decision.Deny.of(ReasonCode.NO_GRANT));
    }

    @AfterEach
    void close() {
        listener.close();
        web.close();
    }

    private record Outcome(String status, ReasonCode reason, List<String> received) {}

    private interface Asked {
        String status() throws Exception;
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {71, 72, 73})
    void aRequestForAUrlHasOneVerdictWhateverItIsSpokenIn(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Request request = Request.random(random);
            Outcome first = outcome(() -> inHttp1(request));
            Outcome second = outcome(() -> inHttp2(request));
            assertThat(second).as(request.toString()).isEqualTo(first);
        }
        assertThat(web.received()).hasSizeGreaterThan(ROUNDS / 10);
    }

    private Outcome outcome(Asked asked) throws Exception {
        int received = web.received().size();
        int records = listener.gateway.audit.records().size();
        String status = asked.status();
        ReasonCode reason = listener.gateway.audit.await(records + 1).reason();
        List<String> reached = web.received().subList(received, web.received().size()).stream()
                .map(request -> request.method() + " " + request.target())
                .toList();
        return new Outcome(status, reason, reached);
    }

    private String inHttp1(Request request) throws Exception {
        String text = request.http1("http://" + request.authority())
                .replaceFirst("\r\n", "\r\nConnection: close\r\n" + Conversation.as("sb-1"));
        var address = listener.gateway.address();
        try (Socket socket = new Socket(address.getAddress(), address.getPort());
                SSLSocket tls = listener.trusting(socket, "127.0.0.1")) {
            tls.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(tls.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            String last = answer.startsWith("HTTP/1.1 100") ? answer.substring(answer.indexOf("\r\n\r\n") + 4) : answer;
            return last.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
        }
    }

    private String inHttp2(Request request) throws Exception {
        String[] credentials = {"proxy-authorization", Http2Listener.credentials("sb-1")};
        try (FrameClient client = listener.open()) {
            client.headers(
                    1,
                    request.body().isEmpty(),
                    Stream.of(request.http2("http"), credentials)
                            .flatMap(Stream::of)
                            .toArray(String[]::new));
            if (!request.body().isEmpty()) {
                client.data(1, true, request.body());
            }
            return client.answer(1).status();
        } catch (EOFException reset) {
            return "400"; // as Http2VerdictsTest has it: a length that cannot be read is a reset
        }
    }
}
