package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What callers see of the end of the server: as at a restart. */
@Timeout(60)
class AdminServerEndTest {
    private static final String GET =
            "GET /v1/sandboxes HTTP/1.1\r\nHost: localhost\r\n" + AdminFixture.bearer(Role.OPERATOR) + "\r\n";

    @TempDir
    Path folder = Path.of("");

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void awaitAsked(AdminFixture fixture) {
        while (fixture.control.asked.isEmpty()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aCallUnderWayIsAnswered() throws Exception {
        var fixture = new AdminFixture(folder);
        var gate = new CompletableFuture<Void>();
        fixture.control.gate = gate;
        Thread closing;
        try (Socket caller = fixture.connect()) {
            String body = "{\"lease\":{}}";
            send(
                    caller,
                    "PUT /v1/sandboxes/sb-1 HTTP/1.1\r\nHost: localhost\r\n" + AdminFixture.bearer(Role.OPERATOR)
                            + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            awaitAsked(fixture);
            closing = Thread.ofVirtual().start(fixture::close);
            gate.complete(null);
            assertThat(rest(caller)).startsWith("HTTP/1.1 201");
        }
        closing.join();
    }

    @Test
    void whoHasJustConnectedMayStillAsk() throws Exception {
        var fixture = new AdminFixture(folder);
        Thread closing;
        try (Socket caller = fixture.connect();
                Socket kept = fixture.connect()) {
            send(kept, GET);
            assertThat(kept.getInputStream().read()).isEqualTo('H');
            closing = Thread.ofVirtual().start(fixture::close);
            assertThat(rest(kept))
                    .as("the end of the answer, then of an idle connection")
                    .isNotEmpty();
            send(caller, GET);
            assertThat(rest(caller)).startsWith("HTTP/1.1 200").containsIgnoringCase("connection: close");
        }
        closing.join();
    }

    @Test
    void whoFollowsTheAuditOrSaysNothingDoesNotHoldTheEndUp() throws Exception {
        var fixture = new AdminFixture(folder);
        try (Socket follower = fixture.connect();
                Socket silent = fixture.connect()) {
            send(follower, GET.replace("/v1/sandboxes", "/v1/audit/stream"));
            assertThat(follower.getInputStream().read()).isEqualTo('H');
            fixture.close();
            assertThat(rest(follower)).contains(": following");
            assertThat(rest(silent)).isEmpty();
        }
    }
}
