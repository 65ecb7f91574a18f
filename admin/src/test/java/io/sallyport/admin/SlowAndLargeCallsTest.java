package io.sallyport.admin;

import static io.sallyport.admin.AdminFixture.bearer;
import static io.sallyport.admin.AdminFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Callers that send too much, too slowly, or do not read. Timeouts are short here, and waited for by reading to the
 * end.
 */
final class SlowAndLargeCallsTest {
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private static AdminLimits limits(Duration head, Duration body, int connections) {
        return new AdminLimits(4_096, 16_384, 64, 1_000, 2_500, connections, 2, head, body, LONG, LONG);
    }

    private static String put(String headers) {
        return "PUT /v1/sandboxes/sb-1 HTTP/1.1\r\nHost: localhost\r\n" + bearer(Role.OPERATOR) + headers + "\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aBodyThatSaysItIsTooLargeIsRefusedUnread() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(LONG, LONG, 16));
                Socket socket = fixture.connect()) {
            send(socket, put("Content-Length: 1001\r\nConnection: close\r\n"));
            String response = rest(socket);
            assertThat(status(response)).isEqualTo(413);
            assertThat(response).contains("at most 1000 bytes");
            assertThat(fixture.control.asked).isEmpty();
        }
    }

    @Test
    void aBodyThatTurnsOutTooLargeIsCutOff() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(LONG, LONG, 16));
                Socket socket = fixture.connect()) {
            send(socket, put("Transfer-Encoding: chunked\r\n"));
            send(socket, "200\r\n" + " ".repeat(512) + "\r\n200\r\n" + " ".repeat(512) + "\r\n");
            assertThat(status(rest(socket))).isEqualTo(413);
            assertThat(fixture.control.asked).isEmpty();
        }
    }

    @Test
    void allBodiesTogetherAreBounded() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(LONG, LONG, 16));
                Socket first = fixture.connect();
                Socket second = fixture.connect();
                Socket third = fixture.connect()) {
            for (Socket holding : List.of(first, second)) {
                send(holding, put("Expect: 100-continue\r\nContent-Length: 1000\r\n"));
                assertThat(holding.getInputStream().readNBytes(25))
                        .startsWith("HTTP/1.1 100".getBytes(StandardCharsets.US_ASCII));
                send(holding, " ".repeat(999));
            }
            send(third, put("Content-Length: 900\r\nConnection: close\r\n") + " ".repeat(900));
            String response = rest(third);
            assertThat(status(response)).isIn(400, 503); // 400 where its bytes came before the others'
            send(first, " ");
            assertThat(new String(first.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 400");
        }
    }

    @Test
    void aBodyThatNeverEndsIsGivenUp() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(LONG, SHORT, 16));
                Socket socket = fixture.connect()) {
            send(socket, put("Content-Length: 100\r\n") + "{");
            String response = rest(socket);
            assertThat(status(response)).isEqualTo(408);
            assertThat(fixture.control.asked).isEmpty();
        }
    }

    @Test
    void aRefusedBodyThatNeverEndsIsGivenUp() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(LONG, SHORT, 16));
                Socket socket = fixture.connect()) {
            send(socket, "PUT /v1/guardrails HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
            assertThat(status(rest(socket))).isEqualTo(401);
        }
    }

    @Test
    void aHeadThatNeverEndsIsGivenUp() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(SHORT, LONG, 16));
                Socket slow = fixture.connect();
                Socket idle = fixture.connect()) {
            send(slow, "GET /healthz HTTP/1.1\r\nHost:");
            assertThat(rest(slow)).isEmpty();
            assertThat(rest(idle)).isEmpty();
        }
    }

    @Test
    void aKeptConnectionThatIsIdleIsClosed() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(Duration.ofSeconds(2), LONG, 16));
                Socket socket = fixture.connect()) {
            send(socket, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(status(rest(socket))).isEqualTo(200);
        }
    }

    @Test
    void idlePeersKeepNobodyOut() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (var fixture = new AdminFixture(folder, limits(LONG, LONG, 4))) {
            for (int i = 0; i < 12; i++) {
                idle.add(fixture.connect());
            }
            assertThat(fixture.get("/v1/sandboxes").statusCode()).isEqualTo(200);
            assertThat(rest(idle.getFirst())).as("the one that waited longest").isEmpty();
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void callsUnderWayAreNotPushedOut() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(LONG, LONG, 2));
                Socket first = fixture.connect();
                Socket second = fixture.connect()) {
            for (Socket atWork : List.of(first, second)) {
                send(atWork, put("Expect: 100-continue\r\nContent-Length: 3\r\n"));
                assertThat(atWork.getInputStream().readNBytes(25)).hasSize(25);
            }
            try (Socket third = fixture.connect()) {
                assertThat(rest(third)).as("closed at once").isEmpty();
            }
            send(first, "{}\n");
            InputStream answer = first.getInputStream();
            assertThat(new String(answer.readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 201");
        }
    }

    @Test
    void followersAreBounded() throws Exception {
        try (var fixture = new AdminFixture(folder, limits(LONG, LONG, 16));
                Socket first = fixture.connect();
                Socket second = fixture.connect();
                Socket third = fixture.connect()) {
            String follow = "GET /v1/audit/stream HTTP/1.1\r\nHost: localhost\r\n" + bearer(Role.READER) + "\r\n";
            for (Socket follower : List.of(first, second)) {
                send(follower, follow);
                assertThat(new String(follower.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 200");
            }
            send(third, follow);
            assertThat(new String(third.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 503");
        }
    }

    @Test
    void aCallerThatDoesNotReadItsAnswerIsGivenUp() throws Exception {
        AdminLimits writing = new AdminLimits(4_096, 16_384, 64, 1_000, 2_500, 16, 2, LONG, LONG, SHORT, LONG);
        try (var fixture = new AdminFixture(folder, writing);
                Socket socket = new Socket()) {
            fixture.control.fill(1_000, 16_000); // more than the kernel holds for both sides
            socket.setReceiveBufferSize(4_096);
            socket.connect(fixture.server.address());
            awaitOpen(fixture, 1); // before the request: it may be given up before this thread looks
            send(socket, "GET /v1/sandboxes HTTP/1.1\r\nHost: localhost\r\n" + bearer(Role.READER) + "\r\n");
            awaitOpen(fixture, 0);
        }
    }

    private static void awaitOpen(AdminFixture fixture, int connections) {
        while (fixture.server.connections() != connections) {
            Thread.onSpinWait();
        }
    }
}
