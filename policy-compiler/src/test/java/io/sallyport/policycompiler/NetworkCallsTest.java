package io.sallyport.policycompiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Scheme;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.policycompiler.BodyRulesTest.Head;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Network policies whose rules are about calls in bodies, and about messages: from the YAML to the verdict. */
class NetworkCallsTest extends CompiledDocuments {
    private static final String POLICY = """
            version: 1
            network_policies:
              p:
                endpoints:
                  - host: mcp.test
                    port: 80
                    path: /mcp
                    protocol: mcp
                    mcp: {max_body_bytes: 2000}
                    rules:
                      - allow: {method: initialize}
                      - allow: {method: tools/call, tool: "search_*"}
                      - allow: {method: prompts/get, params: {name: greet}}
                    deny_rules:
                      - {method: tools/call, tool: search_admin}
                  - {host: mcp.test, port: 80, protocol: rest, path: "/**", rules: [{allow: {method: "*", path: "/**"}}]}
                  - host: known.test
                    port: 80
                    protocol: mcp
                    mcp: {allow_all_known_mcp_methods: true}
                    rules: [{allow: {tool: read}}]
                  - host: rpc.test
                    port: 80
                    protocol: json-rpc
                    rules: [{allow: {method: "*"}}]
                    deny_rules: [{method: admin.reset}]
                  - host: graphql.test
                    port: 80
                    protocol: graphql
                    persisted_queries: allow_registered
                    graphql_persisted_queries:
                      abc: {operation_type: query, operation_name: Viewer, fields: [viewer]}
                      evil: {operation_type: mutation, fields: [drop]}
                    rules:
                      - allow: {operation_type: query, fields: [viewer, "repo*"]}
                      - allow: {operation_type: mutation, operation_name: "Issue*", fields: [createIssue, drop]}
                    deny_rules:
                      - {operation_type: mutation, fields: [drop]}
                  - host: live.test
                    port: 80
                    protocol: websocket
                    rules:
                      - allow: {method: GET, path: "/live/**"}
                      - allow: {method: WEBSOCKET_TEXT, path: "/live/**", query: {room: "a*"}}
                    deny_rules:
                      - {method: WEBSOCKET_TEXT, path: "/live/admin/**"}
                  - {host: audit.test, port: 80, protocol: json-rpc, enforcement: audit, rules: [{allow: {method: a}}]}
                  - {host: free.test, port: 80, protocol: rest, access: full}
                  - host: news.test
                    port: 80
                    protocol: websocket
                    access: read-write
                    persisted_queries: allow_registered
                    graphql_persisted_queries: {abc: {operation_type: query, fields: [viewer]}}
                    deny_rules:
                      - {operation_type: mutation}
                      - {operation_type: subscription, fields: ["secret*"]}
            """;
    private static final RequestHeaders JSON = new Head("application/json");

    private final PolicySnapshot snapshot = of(POLICY);

    private static PolicySnapshot of(String yaml) {
        return under(
                ready(COMPILER.sandbox(SandboxDocuments.builder().policy(yaml).build(), "sb-1", NOW, PlanStore.NONE)),
                AuthoredRego.NONE);
    }

    private static RequestHeaders with(String body, RequestHeaders head) {
        return RequestBody.of(body.getBytes(UTF_8), 1 << 20).after(head);
    }

    private ReasonCode post(String host, String path, String body) {
        return snapshot.decide(http("POST", host, path), with(body, JSON)).reason();
    }

    private static String call(String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
    }

    private static String tool(String name) {
        return "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"" + name + "\"}}";
    }

    private static int awaited(Decision decision) {
        return decision instanceof Decision.Allow allow ? allow.obligations().maxBodyBytes() : -1;
    }

    /** The endpoint beside it grants every request; it is judged by its calls all the same, and refused unreadable. */
    @Test
    void theBodyIsAwaitedWhereACallIsACandidateUnderItsLimit() {
        for (String when : List.of("afresh", "remembered")) {
            assertThat(awaited(snapshot.decide(http("POST", "mcp.test", "/mcp"), JSON)))
                    .as(when)
                    .isEqualTo(2000);
            assertThat(awaited(snapshot.decide(http("POST", "rpc.test", "/any"), JSON)))
                    .as(when)
                    .isEqualTo(65_536);
            assertThat(awaited(snapshot.decide(http("POST", "mcp.test", "/other"), JSON)))
                    .as(when)
                    .isZero();
            assertThat(awaited(snapshot.decide(http("POST", "free.test", "/"), JSON)))
                    .as(when)
                    .isZero();
            assertThat(awaited(snapshot.decide(http("PUT", "rpc.test", "/any"), JSON)))
                    .as(when)
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"jsonrpc":"2.0","id":1,"method":"any"} | GRANTED
            {"jsonrpc":"2.0","id":1,"method":"admin.reset"} | POLICY_DENY
            {"jsonrpc":"2.0","id":1,"method":"Admin.reset"} | GRANTED
            {"jsonrpc":"2.0","id":1,"method":"any\\nadmin.reset"} | GRANTED
            [{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"}] | GRANTED
            [{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"admin.reset"}] | POLICY_DENY
            [{"jsonrpc":"2.0","id":1,"method":"a"},5] | UNREADABLE
            [] | UNREADABLE
            {"id":1,"method":"any"} | UNREADABLE
            {"jsonrpc":"2.0","id":1,"method":5} | UNREADABLE
            {"jsonrpc":"2.0","id":1,"method":"a","result":1} | UNREADABLE
            {"jsonrpc":"2.0","id":1,"method":"a","method":"admin.reset"} | UNREADABLE
            {"jsonrpc":"2.0","id":1,"METHOD":"admin.reset","method":"a"} | UNREADABLE
            {"jsonrpc":"2.0","id":1,"result":1} | NO_GRANT
            {"jsonrpc":"2.0" | UNREADABLE
            """)
    void everyCallOfJsonRpcIsJudged(String body, ReasonCode reason) {
        assertThat(post("rpc.test", "/any", body)).isEqualTo(reason);
    }

    @Test
    void whatIsNoPostOfJsonIsNoCall() {
        CanonicalRequest ask = http("POST", "rpc.test", "/any");
        assertThat(snapshot.decide(ask, with(call("any"), new Head("text/plain")))
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
        assertThat(snapshot.decide(ask, RequestHeaders.EMPTY).reason()).isEqualTo(ReasonCode.NO_GRANT);
        for (String method : List.of("GET", "HEAD", "PUT", "DELETE", "QUERY")) {
            assertThat(snapshot.decide(http(method, "rpc.test", "/any"), with(call("any"), JSON)))
                    .as(method)
                    .isInstanceOf(Decision.Deny.class);
        }
    }

    @Test
    void toolsOfMcpAreGrantedByName() {
        assertThat(post("mcp.test", "/mcp", call("initialize"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(post("mcp.test", "/mcp", tool("search_web"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(post("mcp.test", "/mcp", tool("search_admin"))).isEqualTo(ReasonCode.POLICY_DENY);
        assertThat(post("known.test", "/", tool("read"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(post("known.test", "/", tool("write"))).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(post("known.test", "/", call("tools/list"))).isEqualTo(ReasonCode.GRANTED);
        assertThat(post("known.test", "/", call("x-vendor/thing"))).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(post("known.test", "/", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"))
                .isEqualTo(ReasonCode.GRANTED);
        assertThat(post("known.test", "/", "[" + tool("read") + "," + tool("write") + "]"))
                .isEqualTo(ReasonCode.NO_GRANT);
    }

    /** What allows by method and path adds up with it; what cannot be read is refused even so, and denials hold. */
    @Test
    void anEndpointOfRequestsBesideItHidesNothing() {
        assertThat(post("mcp.test", "/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"method\":\"b\"}"))
                .isEqualTo(ReasonCode.UNREADABLE);
        assertThat(post("mcp.test", "/mcp", "[" + call("initialize") + "," + tool("search_admin") + "]"))
                .isEqualTo(ReasonCode.POLICY_DENY);
        CanonicalRequest put = http("PUT", "mcp.test", "/mcp");
        assertThat(snapshot.decide(put, with(tool("search_admin"), JSON)).reason())
                .isEqualTo(ReasonCode.POLICY_DENY);
        assertThat(snapshot.decide(put, with(tool("search_admin"), new Head("text/plain")))
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void aStreamOfEventsIsAGetWithoutBody() {
        CanonicalRequest get = http("GET", "known.test", "/");
        assertThat(snapshot.decide(get, accepting("text/event-stream", 0)).reason())
                .isEqualTo(ReasonCode.GRANTED);
        assertThat(snapshot.decide(get, accepting("application/json", 0)).reason())
                .as("not remembered")
                .isEqualTo(ReasonCode.NO_GRANT);
        assertThat(snapshot.decide(get, with(tool("write"), accepting("text/event-stream", 9)))
                        .reason())
                .isEqualTo(ReasonCode.NO_GRANT);
        assertThat(snapshot.decide(http("HEAD", "known.test", "/"), accepting("text/event-stream", 0))
                        .reason())
                .isEqualTo(ReasonCode.NO_GRANT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"query":"{ viewer { id } }"} | GRANTED
            {"query":"{ repository { id } viewer { id } }"} | GRANTED
            {"query":"{ viewer { id } secrets { v } }"} | NO_GRANT
            {"query":"{ viewer: secrets { v } }"} | NO_GRANT
            {"query":"{ ...f } fragment f on Query { secrets { v } }"} | NO_GRANT
            {"query":"mutation IssueX { createIssue { id } }"} | GRANTED
            {"query":"mutation { createIssue { id } }"} | NO_GRANT
            {"query":"mutation IssueX { createIssue { id } drop { id } }"} | POLICY_DENY
            {"query":"subscription { viewer { id } }"} | NO_GRANT
            {"query":"query A { viewer { id } } mutation B { drop { id } }","operationName":"A"} | GRANTED
            {"query":"query A { viewer { id } } mutation B { drop { id } }","operationName":"B"} | POLICY_DENY
            {"query":"query A { viewer { id } }","operationName":"Z"} | UNREADABLE
            [{"query":"{ viewer { id } }"},{"query":"{ secrets { id } }"}] | NO_GRANT
            {"id":"abc"} | GRANTED
            {"id":"evil"} | POLICY_DENY
            {"id":"other"} | POLICY_DENY
            {"query":"{"} | UNREADABLE
            {} | UNREADABLE
            """)
    void everyOperationOfGraphqlIsJudged(String body, ReasonCode reason) {
        assertThat(post("graphql.test", "/graphql", body)).isEqualTo(reason);
    }

    @Test
    void anOperationMayStandInTheQueryOfAGet() {
        assertThat(graphql("query=%7Bviewer%7Bid%7D%7D").reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(graphql("query=%7Bsecrets%7Bid%7D%7D").reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(graphql("query=%7Bviewer%7Bid%7D%7D&query=%7Bsecrets%7Bid%7D%7D")
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
        assertThat(graphql("a=1").reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    private Decision graphql(String query) {
        return snapshot.decide(querying(http("GET", "graphql.test", "/graphql"), query));
    }

    private static CanonicalRequest querying(CanonicalRequest request, String query) {
        return CanonicalRequest.http(
                request.scheme(),
                request.host(),
                request.port(),
                Objects.requireNonNull(request.method(), "of a request"),
                Objects.requireNonNull(request.path(), "of a request"),
                CanonicalQuery.parse(query));
    }

    @Test
    void textsOfTheClientAreGrantedForThemselves() {
        assertThat(live("/live/x", "room=a1", null).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(live("/live/x", "room=a1", new WebSocketMessage(true, "t")).reason())
                .isEqualTo(ReasonCode.GRANTED);
        assertThat(live("/live/x", "room=b", new WebSocketMessage(true, "t")).reason())
                .isEqualTo(ReasonCode.NO_GRANT);
        assertThat(live("/live/x", "room=b", new WebSocketMessage(true, null)).reason())
                .isEqualTo(ReasonCode.GRANTED);
        assertThat(live("/live/x", "room=b", new WebSocketMessage(false, "t")).reason())
                .isEqualTo(ReasonCode.GRANTED);
        assertThat(live("/live/admin/x", "room=a", new WebSocketMessage(true, "t"))
                        .reason())
                .isEqualTo(ReasonCode.POLICY_DENY);
        assertThat(live("/other", "room=a", null).reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(live("/live/x", "room=a", null))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().messages()).isEqualTo(MessageReading.JUDGED));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"query":"subscription { news { id } }"}        | GRANTED
            {"query":"{ viewer { login } }"}                | GRANTED
            {"query":"subscription { a: secretNews { id } }"} | POLICY_DENY
            {"query":"mutation { drop { id } }"}            | POLICY_DENY
            {"id":"abc"}                                    | GRANTED
            {"id":"other"}                                  | POLICY_DENY
            {"query":"mutation {"}                          | UNREADABLE
            """)
    void textsOfAWebSocketWithRulesOfGraphqlAreOperations(String payload, ReasonCode reason) {
        assertThat(news("{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":" + payload + "}"))
                .isEqualTo(reason);
        assertThat(news("{\"type\":\"start\",\"id\":\"1\",\"payload\":" + payload + "}"))
                .isEqualTo(reason);
    }

    @Test
    void otherTextsThereAreMessagesOfGraphqlOrRefused() {
        assertThat(news("{\"type\":\"connection_init\"}")).isEqualTo(ReasonCode.GRANTED);
        assertThat(news("hello")).isEqualTo(ReasonCode.UNREADABLE);
        CanonicalRequest handshake = get("news.test", "/graphql").withScheme(Scheme.WS);
        assertThat(snapshot.decide(handshake))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().messages()).isEqualTo(MessageReading.JUDGED));
    }

    private ReasonCode news(String text) {
        CanonicalRequest handshake = get("news.test", "/graphql").withScheme(Scheme.WS);
        return snapshot.decide(handshake, new WebSocketMessage(true, text).after(RequestHeaders.EMPTY))
                .reason();
    }

    private Decision live(String path, String query, @Nullable WebSocketMessage message) {
        CanonicalRequest handshake = querying(get("live.test", path), query).withScheme(Scheme.WS);
        return message == null
                ? snapshot.decide(handshake)
                : snapshot.decide(handshake, message.after(RequestHeaders.EMPTY));
    }

    @Test
    void anAuditedEndpointReportsAndRefusesWhatCannotBeRead() {
        CanonicalRequest ask = http("POST", "audit.test", "/");
        assertThat(snapshot.decide(ask, with(call("b"), JSON))).isInstanceOfSatisfying(Decision.Allow.class, allow -> {
            assertThat(allow.mode()).isEqualTo(Mode.REPORT);
            assertThat(allow.reported().denies()).extracting(DenyRule::rule).containsExactly("policy:p.endpoints[6]");
        });
        assertThat(snapshot.decide(ask, with(call("a"), JSON)))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.reported().wouldDeny()).isFalse());
        assertThat(snapshot.decide(ask, with("{}", JSON)).reason()).isEqualTo(ReasonCode.UNREADABLE);
        assertThat(snapshot.decide(http("DELETE", "audit.test", "/"), RequestHeaders.EMPTY)
                        .reason())
                .isEqualTo(ReasonCode.NO_GRANT);
    }

    @Test
    void aLeaseBesideItIsACeiling() {
        SandboxDocuments both = SandboxDocuments.builder()
                .policy(POLICY)
                .lease("{\"net.fetch\": [\"http://rpc.test/a\"]}")
                .build();
        PolicySnapshot leased = under(ready(COMPILER.sandbox(both, "sb-1", NOW, PlanStore.NONE)), AuthoredRego.NONE);
        assertThat(leased.decide(http("POST", "rpc.test", "/b"), JSON).reason())
                .as("refused unread")
                .isEqualTo(ReasonCode.NO_GRANT);
        assertThat(awaited(leased.decide(http("POST", "rpc.test", "/a"), JSON))).isEqualTo(65_536);
        assertThat(leased.decide(http("POST", "rpc.test", "/a"), with(call("admin.reset"), JSON))
                        .reason())
                .isEqualTo(ReasonCode.POLICY_DENY);
    }

    @Test
    void guardrailsAreAskedBesideIt() {
        String rego = """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if input.net.rpc.method == "b"
                """;
        PolicySnapshot guarded = under(
                ready(COMPILER.sandbox(SandboxDocuments.builder().policy(POLICY).build(), "sb-1", NOW, PlanStore.NONE)),
                ready(COMPILER.guardrails(Map.of("a.rego", rego), null, PlanStore.NONE)));
        CanonicalRequest ask = http("POST", "rpc.test", "/");
        assertThat(awaited(guarded.decide(ask, JSON))).isEqualTo(65_536);
        assertThat(guarded.decide(ask, with(call("a"), JSON)).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(guarded.decide(ask, with(call("b"), JSON)).reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }
}
