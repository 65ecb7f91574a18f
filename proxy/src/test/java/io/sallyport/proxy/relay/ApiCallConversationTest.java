package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiTool;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of API servers, byte for byte, without sockets. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class ApiCallConversationTest {
    private static final String TOKEN = "6f1c-token";
    private static final int LIMIT = 1 << 20;

    private final Conversation talk = new Conversation(new Servers());
    private boolean ended;

    ApiCallConversationTest() {
        talk.sandboxes.add("sb-1", TestSandboxes.allowing(ApiCallConversationTest::isApi));
        talk.sandboxes.add("sb-2", TestSandboxes.allowing(ApiCallConversationTest::isApi));
    }

    /** {@code build} answers for the first sandbox, as long as it exists; {@code push} has ended. */
    private final class Servers implements ApiServers {
        @Override
        public Found call(SandboxId sandbox, CanonicalHost host, int port) {
            if (!sandbox.text().equals("sb-1") || port != 80) {
                return new Found.Unknown();
            }
            return switch (host.text()) {
                case "build.api.internal" -> ended ? new Found.Down("build", "failed") : Found.Up.of(TOKEN, "run-1");
                case "push.api.internal" -> new Found.Down("push", "stopping");
                default -> new Found.Unknown();
            };
        }

        @Override
        public @Nullable CanonicalHost name(SandboxId sandbox, CanonicalHost host, int port) {
            boolean build = sandbox.text().equals("sb-1")
                    && port == 9001
                    && List.of("build.api.internal", ApiServerHost.ALIAS).contains(host.text());
            return build ? ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("build.api.internal")).value() : null;
        }

        @Override
        public @Nullable List<ApiTool> tools(SandboxId sandbox) {
            return sandbox.text().equals("sb-1") ? List.of(tool("build"), tool("push")) : null;
        }

        private static ApiTool tool(String name) {
            var url = ((Canonicalized.Accepted<CanonicalUrl>)
                            CanonicalUrl.parse("http://" + name + ".api.internal/do", Dialect.WIRE))
                    .value();
            return new ApiTool(
                    "{\"name\":\"" + name + "\"}",
                    CanonicalRequest.http(url.scheme(), url.host(), url.port(), "POST", url.path(), url.query()));
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
        talk.clientSays(
                call(
                        "sb-1",
                        "GET",
                        "build",
                        "Authorization: Bearer mine\r\nX-Forwarded-For: 10.0.0.1\r\n"
                                + "X-Forwarded-Proto: https\r\nForwarded: for=x\r\nX-Sallyport-Run: other\r\nX-Sallyport-Trace: other\r\nAccept: */*\r\n"));
        EmbeddedChannel server = talk.connect();
        assertThat(talk.hear(server))
                .isEqualTo(
                        "GET /do HTTP/1.1\r\nHost: build.api.internal\r\nAccept: */*\r\nAuthorization: Bearer "
                                + TOKEN
                                + "\r\nAccept-Encoding: identity\r\nX-Sallyport-Run: run-1\r\nX-Sallyport-Trace: a1\r\nVia: 1.1 sallyport\r\n\r\n");
        talk.say(server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
        assertThat(talk.records().getFirst().toString()).doesNotContain(TOKEN);
    }

    /** CGI and WSGI treat a hyphen and an underscore as the same. */
    @Test
    void noOtherSpellingOfOurWordsGoesOn() {
        talk.clientSays(call(
                "sb-1",
                "GET",
                "build",
                "X_Sallyport_Run: other\r\nX-Sallyport_Trace: other\r\nX_Forwarded_For: 10.0.0.1\r\n"
                        + "X_Original_URL: /other\r\nAccept_Encoding: gzip\r\nTransfer_Encoding: x\r\nx_mine: 1\r\n"));
        assertThat(talk.hear(talk.connect()))
                .contains("\r\nx_mine: 1\r\n")
                .doesNotContain("_Run", "_Trace", "_For", "_URL", "_Encoding");
    }

    @Test
    void noneOfThemStandsBehindABody() {
        talk.clientSays(call("sb-1", "POST", "build", "Transfer-Encoding: chunked\r\n"));
        EmbeddedChannel server = talk.connect();
        talk.hear(server);
        talk.clientSays("1\r\nx\r\n0\r\nX-Sallyport-Run: other\r\nX_Sallyport_Run: other\r\nX-Forwarded-Host: other\r\n"
                + "Accept_Encoding: gzip\r\nX-Sum: 1\r\n\r\n");
        assertThat(talk.hear(server)).endsWith("0\r\nX-Sum: 1\r\n\r\n");
    }

    /** Connection cannot remove our header, and the headers that it names are not forwarded. */
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
        assertThat(talk.records().getLast().request().serverState()).isEqualTo("stopping");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void oneThatEndsBeforeItIsReachedIs502WithItsNameToo() {
        talk.clientSays(call("sb-1", "GET", "build", ""));
        ended = true;
        talk.dialer.last().fail(ReasonCode.CONNECT_FAILED);
        assertThat(talk.clientHears()).contains("\"reason\":\"api_server_down\"", "API server build ");
    }

    /** Its connections close before its exit can be observed; the answer waits for that. */
    @Test
    void oneThatEndsInTheMiddleOfACallIs502WithItsNameToo() {
        talk.clientSays(call("sb-1", "POST", "build", "Content-Length: 2\r\n") + "ab");
        talk.hangUp(talk.connect());
        assertThat(talk.clientHears()).isEmpty();
        ended = true;
        talk.pass(Duration.ZERO);
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 502 ")
                .contains("\"reason\":\"api_server_down\"", "API server build does not run any more");
        assertThat(talk.records().getLast().request().serverState()).isEqualTo("failed");
    }

    @Test
    void anAnswerThatEndsWithItsServerIsRecordedAsThat() {
        talk.clientSays(call("sb-1", "GET", "build", ""));
        EmbeddedChannel server = talk.connect();
        talk.say(server, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
        talk.hangUp(server);
        ended = true;
        talk.pass(Duration.ZERO);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("half");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.API_SERVER_DOWN);
        assertThat(talk.records()).hasSize(1);
    }

    /** It is overloaded, or failed this one answer: only the call has failed. */
    @Test
    void oneThatRunsAndDoesNotAnswerIsNotSaidToHaveEnded() {
        talk.clientSays(call("sb-1", "GET", "build", ""));
        talk.dialer.last().fail(ReasonCode.CONNECT_FAILED);
        talk.pass(Duration.ofSeconds(2));
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 502 ")
                .contains("\"reason\":\"connect_failed\"")
                .doesNotContain("has failed");
        talk.clientSays(call("sb-1", "POST", "build", "Content-Length: 2\r\n") + "ab");
        talk.hangUp(talk.connect());
        talk.pass(Duration.ofSeconds(2));
        assertThat(talk.clientHears()).contains("\"reason\":\"upstream_closed\"");
        assertThat(talk.records())
                .hasSize(2)
                .allMatch(record -> "healthy".equals(record.request().serverState()));
    }

    @Test
    void aClientThatLeavesMeanwhileIsRecordedOnce() {
        talk.clientSays(call("sb-1", "POST", "build", "Content-Length: 2\r\n") + "ab");
        talk.hangUp(talk.connect());
        talk.hangUp(talk.client);
        ended = true;
        talk.pass(Duration.ofSeconds(2));
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.records().getFirst().reason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
    }

    @Test
    void eachCallIsRecordedWithTheStateOfItsServerAlsoARefusedOne() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        talk.clientSays(call("sb-1", "GET", "push", ""));
        talk.clientSays(call("sb-1", "GET", "other", ""));
        talk.clientSays("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "\r\n");
        talk.dialer.last().fail(ReasonCode.CONNECT_FAILED);
        assertThat(talk.records())
                .extracting(record -> record.request().serverState())
                .containsExactly("stopping", null, null);
    }

    @Test
    void theServerOfAnotherSandboxIsNotThere() {
        talk.clientSays(call("sb-2", "GET", "build", ""));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("\"reason\":\"local_name\"");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    /** One object, however it is called: the same verdict, the same Host to the server, the same record. */
    @Test
    void theAliasAndTheOwnPortMeanTheServer() {
        for (String authority : List.of("host.openshell.internal:9001", "build.api.internal:9001")) {
            talk.clientSays(get("sb-1", authority));
            EmbeddedChannel server = talk.connect();
            assertThat(talk.hear(server)).startsWith("GET /do HTTP/1.1\r\nHost: build.api.internal\r\n");
            talk.say(server, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
            assertThat(talk.records().getLast().toString())
                    .contains("build.api.internal")
                    .doesNotContain("openshell");
        }
    }

    /** Even if every name is granted, and however it is requested. */
    @Test
    void theAliasIsNothingElse() {
        talk.sandboxes.add("sb-1", TestSandboxes.allowing(_ -> true));
        talk.sandboxes.add("sb-2", TestSandboxes.allowing(_ -> true));
        for (String request : List.of(
                get("sb-1", "host.openshell.internal:9002"),
                get("sb-1", "host.openshell.internal"),
                get("sb-1", "HOST.openshell.internal.:9002"),
                get("sb-1", "x.host.openshell.internal:9001"),
                get("sb-2", "host.openshell.internal:9001"),
                "CONNECT host.openshell.internal:9001 HTTP/1.1\r\nHost: host.openshell.internal:9001\r\n"
                        + Conversation.as("sb-1") + "\r\n")) {
            talk.clientSays(request);
            assertThat(talk.clientHears())
                    .as(request)
                    .startsWith("HTTP/1.1 403 ")
                    .contains("\"reason\":\"local_name\"");
        }
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    private static String get(String sandbox, String authority) {
        return "GET http://" + authority + "/do HTTP/1.1\r\nHost: " + authority + "\r\n" + Conversation.as(sandbox)
                + "\r\n";
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
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 200 ")
                .endsWith("[{\"name\":\"build\"},{\"name\":\"push\"}]");
        talk.clientSays(tools("sb-2"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 404 ");
    }

    private static String call(String sandbox, String method, String name, String fields) {
        String host = name + ".api.internal";
        return method + " http://" + host + "/do HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as(sandbox) + fields
                + "\r\n";
    }

    /** The answers are cached with the policy, like all others. */
    @Test
    void whoAsksForToolsAgainAndAgainMakesThePolicyAnswerOnce() {
        var asked = new AtomicInteger();
        talk.sandboxes.add("sb-1", TestSandboxes.allowing(request -> {
            asked.incrementAndGet();
            return isApi(request);
        }));
        for (int i = 0; i < 50; i++) {
            talk.clientSays(tools("sb-1"));
            assertThat(talk.clientHears()).endsWith("[{\"name\":\"build\"},{\"name\":\"push\"}]");
        }
        assertThat(asked).as("two tools").hasValue(2);
    }

    @Test
    void aToolThatPolicyDoesNotAdmitIsNotTold() {
        talk.sandboxes.add(
                "sb-1",
                TestSandboxes.allowing(request ->
                        request.host().text().equals("push.api.internal") && "POST".equals(request.method())));
        talk.clientSays(tools("sb-1"));
        assertThat(talk.clientHears()).endsWith("[{\"name\":\"push\"}]");
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        talk.clientSays(tools("sb-1"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n[]");
    }

    private static String tools(String sandbox) {
        return "GET http://sallyport.internal/tools.json HTTP/1.1\r\nHost: sallyport.internal\r\n"
                + Conversation.as(sandbox) + "\r\n";
    }
}
