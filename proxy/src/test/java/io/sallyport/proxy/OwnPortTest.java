package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A port that belongs to one sandbox, over real sockets. */
@Execution(ExecutionMode.CONCURRENT)
class OwnPortTest {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Origin web = Origin.plain(Answer::echo);
    private Callers callers = Callers.ANYBODY;
    private final Gateway gateway = Gateway.ownedBy("sb-1", (listener, caller) -> callers.mayCome(listener, caller));

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private String ask(String... fields) throws IOException {
        try (Socket socket = open()) {
            socket.getOutputStream().write(head(fields));
            return status(socket);
        }
    }

    private Socket open() throws IOException {
        Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private byte[] head(String... fields) {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        gateway.sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
        gateway.dialer.name("a.test:80", web.address());
        return ("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n" + String.join("", fields)
                        + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String status(Socket socket) throws IOException {
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        return answer.substring(9, 12);
    }

    @Test
    void whoComesThroughItIsThatSandbox() throws IOException {
        assertThat(ask()).isEqualTo("200");
        assertThat(gateway.audit.records().getLast().sandbox()).isEqualTo("sb-1");
    }

    @Test
    void credentialsBesideItMustNameTheSameSandbox() throws IOException {
        assertThat(ask(Conversation.as("sb-1"))).isEqualTo("200");
        assertThat(ask(Conversation.as("sb-2"))).isEqualTo("407");
        assertThat(ask("Proxy-Authorization: Basic c2ItMTpndWVzcw==\r\n")).isEqualTo("407");
        assertThat(web.received()).hasSize(1);
    }

    @Test
    void aRefusedConnectEndsTheConnectionSoThatBytesForItsTunnelAreNoRequest() throws IOException {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        try (Socket socket = open()) {
            socket.getOutputStream()
                    .write("CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(status(socket)).isEqualTo("403");
        }
        assertThat(gateway.audit.records()).hasSize(1);
    }

    @Test
    void aCallerWhoMayNotSpeakForItNeedsCredentials() throws IOException {
        callers = (listener, caller) -> CompletableFuture.completedStage(false);
        assertThat(ask()).isEqualTo("407");
        assertThat(ask(Conversation.as("sb-1"))).isEqualTo("200");
    }

    @Test
    void aQuestionThatFailsIsANo() throws IOException {
        callers = (listener, caller) -> CompletableFuture.failedStage(new IOException("unreadable"));
        assertThat(ask()).isEqualTo("407");
    }

    @Test
    void nothingIsReadBeforeItIsKnownWhoComesAndNothingIsLost() throws Exception {
        var asked = new CompletableFuture<InetSocketAddress>();
        var answer = new CompletableFuture<Boolean>();
        callers = (listener, caller) -> {
            asked.complete(caller);
            return answer;
        };
        try (Socket socket = open()) {
            socket.getOutputStream().write(head());
            assertThat(asked.get()).isEqualTo(socket.getLocalSocketAddress());
            assertThat(gateway.audit.records()).isEmpty();
            answer.complete(true);
            assertThat(status(socket)).isEqualTo("200");
        }
    }

    @Test
    void aCallerWhoLeavesBeforeTheAnswerHurtsNobody() throws Exception {
        var left = new CompletableFuture<Boolean>();
        CompletionStage<Boolean> always = CompletableFuture.completedStage(true);
        callers = (listener, caller) ->
                caller.getAddress().equals(InetAddress.getLoopbackAddress()) && !left.isDone() ? left : always;
        open().close();
        left.complete(true);
        assertThat(ask()).isEqualTo("200");
    }
}
