package io.sallyport.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.testkit.Listeners;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds for every listener of the gateway, over real sockets. */
@Timeout(60)
final class WebServerTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final WebLimits LIMITS =
            new WebLimits(1_024, 4_096, 8, 1_000, 16, 4, LONG, LONG, LONG, LONG, LONG, LONG);

    private final CountDownLatch working = new CountDownLatch(1);
    private final CompletableFuture<OwnReply> held = new CompletableFuture<>();
    private final WebServer server = start(LIMITS);

    private WebServer start(WebLimits limits) {
        try {
            var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            var settings = new WebServer.Settings("test", anyPort, null, limits);
            return WebServer.start(settings, new Echo(), () -> 0, new ListeningSockets());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        server.drain(Duration.ZERO);
        server.close();
    }

    /** Answers a POST with its body, and other requests by their path. */
    private final class Echo implements Endpoint {
        @Override
        public HeadVerdict judge(WebRequest request) {
            if (request.method().equals("POST")) {
                return new HeadVerdict.Admitted(new Echoed());
            }
            return switch (request.path()) {
                case "/held" -> {
                    working.countDown();
                    yield new HeadVerdict.Answered(held, false);
                }
                case "/fault" ->
                    new HeadVerdict.Answered(CompletableFuture.failedStage(new IllegalStateException("test")), false);
                case "/stream" ->
                    HeadVerdict.now(new OwnReply.Streamed(
                            200, new LinkedHashMap<>(), -1, out -> out.write("streamed".getBytes(US_ASCII))));
                default -> HeadVerdict.now(OwnReply.text(200, "text/plain", "whole"));
            };
        }

        @Override
        public CompletionStage<OwnReply> refuse(WebRequest request, HeadFault fault) {
            return CompletableFuture.completedStage(OwnReply.text(400, "text/plain", fault.name()));
        }
    }

    private static final class Echoed implements WebCall {
        @Override
        public @Nullable SandboxId owner() {
            return null;
        }

        @Override
        public int maxBodyBytes() {
            return 900;
        }

        @Override
        public Reply refuse(BodyFault fault) {
            return Reply.now(OwnReply.text(413, "text/plain", fault.name()));
        }

        @Override
        public Reply answer(ByteBuffer body) {
            String text = US_ASCII.decode(body).toString();
            return text.equals("never")
                    ? new Reply.One(new CompletableFuture<>())
                    : Reply.now(OwnReply.text(200, "text/plain", text));
        }
    }

    private Socket open() throws IOException {
        return open(server);
    }

    private static Socket open(WebServer server) throws IOException {
        var socket = new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }

    /** Returns everything that arrives until the server closes. */
    private String ask(String text) throws IOException {
        try (Socket socket = open()) {
            send(socket, text);
            return rest(socket);
        }
    }

    @Test
    void answersOneRequestAfterTheOther() throws IOException {
        String post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n";
        assertThat(ask(post + "\r\none" + post + "Connection: close\r\n\r\ntwo"))
                .matches("(?s)HTTP/1.1 200 OK\r\n.*\r\n\r\noneHTTP/1.1 200 OK\r\n.*connection: close\r\n.*\r\n\r\ntwo");
    }

    @Test
    void everyAnswerIsKeptByNobodyAndGuessedByNobody() throws IOException {
        assertThat(ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"))
                .contains("cache-control: no-store\r\n", "X-Content-Type-Options: nosniff\r\n");
    }

    @Test
    void anAnswerToHeadTellsOfItsBodyAndSendsNone() throws IOException {
        assertThat(ask("HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n"))
                .contains("content-length: 5\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void aConnectionOfHttp10IsNeverKept() throws IOException {
        assertThat(ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"))
                .contains("connection: close\r\n")
                .endsWith("whole");
    }

    @Test
    void aStreamIsChunkedForThoseWhoKnowThat() throws IOException {
        assertThat(ask("GET /stream HTTP/1.1\r\nConnection: close\r\n\r\n"))
                .contains("transfer-encoding: chunked\r\n")
                .endsWith("\r\n\r\n8\r\nstreamed\r\n0\r\n\r\n");
        assertThat(ask("GET /stream HTTP/1.0\r\n\r\n"))
                .doesNotContain("chunked")
                .endsWith("\r\n\r\nstreamed");
    }

    @Test
    void whatCannotBeReadIsRefusedOnceAndForAll() throws IOException {
        String next = "GET / HTTP/1.1\r\n\r\n";
        assertThat(ask("GET / HTTP/1.1\r\n" + "X: x\r\n".repeat(9) + "\r\n" + next))
                .endsWith("TOO_MANY_FIELDS");
        assertThat(ask("GET / HTTP/1.1\r\nX: " + "x".repeat(5_000) + "\r\n\r\n" + next))
                .endsWith("FIELDS_TOO_LONG");
        assertThat(ask("GET /" + "x".repeat(2_000) + " HTTP/1.1\r\n\r\n" + next))
                .endsWith("LINE_TOO_LONG");
        assertThat(ask("GET / HTTP/2.0\r\n\r\n" + next)).endsWith("OTHER_VERSION");
        assertThat(ask("POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n" + next))
                .endsWith("OTHER_CODING");
        assertThat(ask("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + next))
                .endsWith("MALFORMED");
        assertThat(ask("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n" + next))
                .endsWith("MALFORMED");
    }

    @Test
    void bodiesAreBoundedEachAndTogether() throws IOException {
        String chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertThat(ask(chunked + "385\r\n" + "x".repeat(0x385) + "\r\n0\r\n\r\n"))
                .endsWith("TOO_LARGE");
        try (Socket first = open()) {
            send(first, "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 900\r\n\r\n");
            assertThat(first.getInputStream().readNBytes(25)).hasSize(25);
            send(first, "x".repeat(899));
            String answer =
                    ask("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 800\r\n\r\n" + "x".repeat(800));
            assertThat(answer)
                    .containsAnyOf("NO_ROOM", "x".repeat(800)); // the latter if its bytes arrived before the others'
            send(first, "x");
            assertThat(new String(first.getInputStream().readNBytes(12), US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void aLongBodyThatNobodyWantsEndsTheConnectionAndAShortOneDoesNot() throws IOException {
        assertThat(ask("GET / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n")).contains("connection: close\r\n");
        assertThat(ask("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcdeGET / HTTP/1.1\r\nConnection: close\r\n\r\n"))
                .matches("(?s).*whole.*whole");
    }

    @Test
    void aFaultIsAnswered() throws IOException {
        assertThat(ask("GET /fault HTTP/1.1\r\n\r\n"))
                .startsWith("HTTP/1.1 500 ")
                .contains("connection: close\r\n");
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedFor() throws IOException {
        var limits = new WebLimits(1_024, 4_096, 8, 1_000, 16, 4, LONG, LONG, Duration.ofMillis(200), LONG, LONG, LONG);
        try (WebServer impatient = start(limits);
                Socket socket = open(impatient)) {
            send(socket, "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nnever");
            assertThat(rest(socket)).isEmpty();
        }
    }

    @Test
    void atTheEndWhatIsUnderWayIsAnsweredAndWhatIsIdleIsClosed() throws Exception {
        Thread closing;
        try (Socket idle = open();
                Socket busy = open()) {
            send(idle, "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
            assertThat(idle.getInputStream().read()).isEqualTo('H');
            send(busy, "GET /held HTTP/1.1\r\n\r\n");
            working.await();
            closing = Thread.ofVirtual().start(() -> server.drain(LONG));
            Listeners.awaitGone(server.address());
            assertThat(rest(idle)).startsWith("TTP/1.1 200");
            held.complete(OwnReply.text(200, "text/plain", "held"));
            assertThat(rest(busy)).contains("connection: close\r\n").endsWith("held");
        }
        closing.join();
    }
}
