package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.enforce.ApiServers;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of API servers, byte for byte, without sockets. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class ApiCallConversationTest {
    private static final String TOKEN = "6f1c-token";
    private static final int LIMIT = 1 << 20;

    private final Conversation talk = new Conversation(new Servers());

    ApiCallConversationTest() {
        talk.sandboxes.add("sb-1", TestSandboxes.allowing(ApiCallConversationTest::isApi));
        talk.sandboxes.add("sb-2", TestSandboxes.allowing(ApiCallConversationTest::isApi));
    }

    /** {@code build} answers for the first sandbox, {@code push} has ended. */
    private static final class Servers implements ApiServers {
        @Override
        public Found call(SandboxId sandbox, CanonicalHost host, int port) {
            if (!sandbox.text().equals("sb-1") || port != 80) {
                return new Found.Unknown();
            }
            return switch (host.text()) {
                case "build.api.internal" -> new Found.Up(TOKEN, "run-1");
                case "push.api.internal" -> new Found.Down("push");
                default -> new Found.Unknown();
            };
        }

        @Override
        public @Nullable String tools(SandboxId sandbox) {
            return sandbox.text().equals("sb-1") ? "[{\"name\":\"build\"}]" : null;
        }
    }

    private static boolean isApi(CanonicalRequest request) {
        return request.scheme() == Scheme.API;
    }

    @AfterEach
    void close() {
        talk.close();
    }

    @Test
    void theTokenIsOursAndNoWordOfAnEarlierHopGoesOn() {
        talk.clientSays(call(
                "sb-1",
                "GET",
                "build",
                "Authorization: Bearer mine\r\nX-Forwarded-For: 10.0.0.1\r\n"
                        + "X-Forwarded-Proto: https\r\nForwarded: for=x\r\nX-Sallyport-Run: other\r\nAccept: */*\r\n"));
        EmbeddedChannel server = talk.connect();
        assertThat(talk.hear(server))
                .isEqualTo("GET /do HTTP/1.1\r\nHost: build.api.internal\r\nAccept: */*\r\nAuthorization: Bearer "
                        + TOKEN + "\r\nX-Sallyport-Run: run-1\r\nVia: 1.1 sallyport\r\n\r\n");
        talk.say(server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
        assertThat(talk.records().getFirst().toString()).doesNotContain(TOKEN);
    }

    /** Connection cannot take our header away, and what it names is not sent on. */
    @Test
    void connectionDoesNotNameTheTokenAway() {
        talk.clientSays(call("sb-1", "GET", "build", "Connection: Authorization, X-Sallyport-Run\r\n"));
        assertThat(talk.hear(talk.connect())).contains("Authorization: Bearer " + TOKEN, "X-Sallyport-Run: run-1");
    }

    @Test
    void oneThatHasEndedIs502WithItsName() {
        talk.clientSays(call("sb-1", "GET", "push", ""));
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 502 ")
                .contains("\"reason\":\"api_server_down\"", "API server push does not run any more");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void oneThatNobodyListensForAnyMoreIs502WithItsNameToo() {
        talk.clientSays(call("sb-1", "GET", "build", ""));
        talk.dialer.last().fail(ReasonCode.CONNECT_FAILED);
        assertThat(talk.clientHears()).contains("\"reason\":\"api_server_down\"", "API server build ");
    }

    @Test
    void theServerOfAnotherSandboxIsNotThere() {
        talk.clientSays(call("sb-2", "GET", "build", ""));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("\"reason\":\"local_name\"");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void whatIsNotGrantedIsAnOrdinary403() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        talk.clientSays(call("sb-1", "GET", "build", ""));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("\"reason\":\"no_grant\"");
    }

    @Test
    void aTunnelToOneIsRefused() {
        talk.clientSays("CONNECT build.api.internal:80 HTTP/1.1\r\nHost: build.api.internal:80\r\n"
                + Conversation.as("sb-1") + "\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("\"reason\":\"local_name\"");
    }

    @Test
    void aBodyThatPromisesTooMuchIs413BeforeAnythingIsDialled() {
        talk.clientSays(call("sb-1", "POST", "build", "Content-Length: " + (LIMIT + 1) + "\r\n"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 413 ").contains("\"reason\":\"body_too_large\"");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aChunkedBodyIsCountedAsItComes() {
        talk.clientSays(call("sb-1", "POST", "build", "Transfer-Encoding: chunked\r\n"));
        talk.hear(talk.connect());
        String half = Integer.toHexString(LIMIT / 2) + "\r\n" + "x".repeat(LIMIT / 2) + "\r\n";
        talk.clientSays(half);
        talk.clientSays(half);
        assertThat(talk.clientHears()).isEmpty();
        talk.clientSays("1\r\nx\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 413 ");
    }

    @Test
    void toolsAreThoseOfTheSandboxThatAsks() {
        talk.clientSays(tools("sb-1"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ").endsWith("[{\"name\":\"build\"}]");
        talk.clientSays(tools("sb-2"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 404 ");
    }

    private static String call(String sandbox, String method, String name, String fields) {
        String host = name + ".api.internal";
        return method + " http://" + host + "/do HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as(sandbox) + fields
                + "\r\n";
    }

    private static String tools(String sandbox) {
        return "GET http://sallyport.internal/tools.json HTTP/1.1\r\nHost: sallyport.internal\r\n"
                + Conversation.as(sandbox) + "\r\n";
    }
}
