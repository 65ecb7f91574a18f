package io.sallyport.leasebridge.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.CallPattern;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Endpoints of protocols that are read in bodies and messages, and what is wrong with them. */
class BodyProtocolsTest {
    private static final String HEAD = "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            protocol: soap, access: full                                          | BAD_VALUE
            protocol: MCP, rules: [{allow: {method: a}}]                          | BAD_VALUE
            protocol: json-rpc                                                    | MISSING_KEY
            protocol: json-rpc, access: full                                      | BAD_VALUE
            protocol: json-rpc, rules: []                                         | MISSING_KEY
            protocol: json-rpc, rules: [{allow: {}}]                              | MISSING_KEY
            protocol: json-rpc, rules: [{method: a}]                              | UNKNOWN_KEY
            protocol: json-rpc, rules: [{allow: {method: "a.*"}}]                 | BAD_VALUE
            protocol: json-rpc, rules: [{allow: {method: a, params: {x: y}}}]     | UNKNOWN_KEY
            protocol: json-rpc, rules: [{allow: {method: a, params: {name: y}}}]  | BAD_VALUE
            protocol: json-rpc, rules: [{allow: {method: a, tool: t}}]            | BAD_VALUE
            protocol: json-rpc, rules: [{allow: {method: a, path: /x}}]           | BAD_VALUE
            protocol: json-rpc, rules: [{allow: {method: a, query: {x: y}}}]      | BAD_VALUE
            protocol: json-rpc, json_rpc: {max_body_bytes: 0}, rules: [{allow: {method: a}}] | BAD_VALUE
            protocol: json-rpc, deny_rules: [{method: a}]                         | MISSING_KEY
            protocol: json-rpc, mcp: {strict_tool_names: true}, rules: [{allow: {method: a}}] | BAD_VALUE
            protocol: mcp                                                         | MISSING_KEY
            protocol: mcp, access: full                                           | BAD_VALUE
            protocol: mcp, deny_rules: [{method: tools/call, tool: a}]            | MISSING_KEY
            protocol: mcp, mcp: {nope: 1}, rules: [{allow: {method: initialize}}] | UNKNOWN_KEY
            protocol: mcp, rules: [{allow: {method: "*"}}]                        | BAD_VALUE
            protocol: mcp, rules: [{allow: {method: "resources/*"}}]              | BAD_VALUE
            protocol: mcp, rules: [{allow: {tool: x}}]                            | BAD_VALUE
            protocol: mcp, rules: [{allow: {method: tools/list, tool: x}}]        | BAD_VALUE
            protocol: mcp, rules: [{allow: {method: tools/call, tool: x, params: {name: y}}}] | BAD_VALUE
            protocol: mcp, rules: [{allow: {method: tools/call, params: {other: y}}}] | UNKNOWN_KEY
            protocol: mcp, rules: [{allow: {method: tools/call}}, {allow: {method: tools/call, tool: x}}] | CONTRADICTION
            protocol: mcp, rules: [{allow: {method: "tools/*"}}, {allow: {method: tools/call, tool: x}}] | CONTRADICTION
            protocol: mcp, rules: [{allow: {method: tools/call, tool: x}}], deny_rules: [{method: "tools/c*"}] | CONTRADICTION
            protocol: mcp, mcp: {strict_tool_names: false}, rules: [{allow: {method: tools/call, tool: "x*"}}] | BAD_VALUE
            protocol: mcp, rules: [{allow: {method: tools/call, tool: {any: []}}}] | BAD_VALUE
            protocol: mcp, rules: [{allow: {method: tools/call, tool: {glob: x}}}] | UNKNOWN_KEY
            protocol: mcp, rules: [{allow: {method: initialize, path: /x}}]       | BAD_VALUE
            protocol: graphql                                                     | MISSING_KEY
            protocol: graphql, rules: [{allow: {fields: [a]}}]                    | MISSING_KEY
            protocol: graphql, rules: [{allow: {operation_type: "*"}}]            | BAD_VALUE
            protocol: graphql, rules: [{allow: {operation_type: Query}}]          | BAD_VALUE
            protocol: graphql, rules: [{allow: {operation_type: query, path: /}}] | BAD_VALUE
            protocol: graphql, rules: [{allow: {operation_type: query, fields: [""]}}] | BAD_VALUE
            protocol: graphql, access: full, persisted_queries: allow             | BAD_VALUE
            protocol: graphql, access: full, graphql_persisted_queries: {a: {operation_type: query}} | MISSING_KEY
            protocol: graphql, access: full, graphql_persisted_queries: {a: {operation_type: q, fields: [a]}} | BAD_VALUE
            protocol: graphql, access: full, graphql_max_body_bytes: -1           | BAD_VALUE
            protocol: grpc                                                        | MISSING_KEY
            protocol: grpc, access: read-only                                     | BAD_VALUE
            protocol: grpc, access: full, rules: [{allow: {service: a, method: b}}] | BAD_VALUE
            protocol: grpc, rules: [{allow: {service: a.B}}]                      | MISSING_KEY
            protocol: grpc, rules: [{allow: {method: Get}}]                       | MISSING_KEY
            protocol: grpc, rules: [{allow: {service: "**", method: Get}}]        | BAD_VALUE
            protocol: grpc, rules: [{allow: {service: a/b, method: Get}}]         | BAD_VALUE
            protocol: grpc, rules: [{allow: {service: "{a,b/c}", method: Get}}]   | BAD_VALUE
            protocol: grpc, rules: [{allow: {service: "%61", method: Get}}]       | BAD_VALUE
            protocol: grpc, rules: [{allow: {service: "a[", method: Get}}]        | BAD_PATH
            protocol: grpc, rules: [{allow: {service: ., method: Get}}]           | BAD_PATH
            protocol: grpc, rules: [{allow: {method: POST, path: /a/b}}]          | BAD_VALUE
            protocol: grpc, deny_rules: [{service: a, method: b}]                 | MISSING_KEY
            protocol: rest, rules: [{allow: {method: POST, path: /, service: a}}] | BAD_VALUE
            protocol: websocket                                                   | MISSING_KEY
            protocol: websocket, rules: [{allow: {method: POST, path: "**"}}]     | BAD_VALUE
            protocol: websocket, rules: [{allow: {method: GET}}]                  | MISSING_KEY
            protocol: websocket, access: full, deny_rules: [{operation_type: "*"}] | BAD_VALUE
            protocol: websocket, access: full, deny_rules: [{operation_type: query, path: "**"}] | BAD_VALUE
            protocol: websocket, access: full, deny_rules: [{fields: [a]}]        | MISSING_KEY
            protocol: websocket, rules: [{allow: {operation_type: query}}]        | BAD_VALUE
            protocol: websocket, rules: [{allow: {method: WEBSOCKET_TEXT, path: "**"}}], deny_rules: [{operation_type: query}] | BAD_VALUE
            protocol: websocket, rules: [{allow: {method: GET, path: /, tool: x}}] | BAD_VALUE
            protocol: rest, access: full, mcp: {strict_tool_names: false}         | BAD_VALUE
            protocol: rest, rules: [{allow: {method: GET, path: /, tool: x}}]     | BAD_VALUE
            protocol: sql, access: full                                           | BAD_VALUE
            protocol: sql, access: full, enforcement: enforce                     | BAD_VALUE
            protocol: sql, enforcement: audit                                     | MISSING_KEY
            """)
    void refusesAnEndpoint(String fields, String code) {
        assertThat(errors("      - {host: a.b.test, port: 443, " + fields + "}\n"))
                .first()
                .isEqualTo("5 " + code);
    }

    @Test
    void mcpNamesItsHost() {
        assertThat(errors("      - {port: 443, allowed_ips: [10.0.0.0/16], protocol: mcp, "
                        + "rules: [{allow: {method: a}}]}\n"))
                .containsExactly("5 MISSING_KEY");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            protocol: rest, access: full | protocol: mcp, rules: [{allow: {method: a}}] | AMBIGUOUS
            protocol: rest, access: full, path: "/**" | protocol: mcp, path: /mcp, rules: [{allow: {method: a}}] | none
            protocol: mcp, rules: [{allow: {method: a}}] | protocol: json-rpc, rules: [{allow: {method: a}}] | AMBIGUOUS
            protocol: mcp, path: /a, rules: [{allow: {method: a}}] | protocol: json-rpc, path: /b, rules: [{allow: {method: a}}] | none
            protocol: mcp, rules: [{allow: {method: a}}] | protocol: mcp, rules: [{allow: {method: b}}] | none
            protocol: mcp, rules: [{allow: {method: a}}] | protocol: mcp, mcp: {max_body_bytes: 9}, rules: [{allow: {method: b}}] | AMBIGUOUS
            protocol: mcp, rules: [{allow: {method: a}}] | protocol: mcp, mcp: {strict_tool_names: false}, rules: [{allow: {method: b}}] | AMBIGUOUS
            protocol: graphql, access: full | protocol: graphql, access: full, graphql_max_body_bytes: 9 | AMBIGUOUS
            protocol: websocket, access: full | protocol: rest, access: full | AMBIGUOUS
            protocol: tcp | protocol: graphql, access: full | AMBIGUOUS
            """)
    void refusesEndpointsThatReadOneBodyInTwoWays(String one, String other, String expected) {
        String both = "      - {host: a.b.test, port: 443, " + one + "}\n      - {host: a.b.test, port: 443, " + other
                + "}\n";
        assertThat(errors(both)).isEqualTo(expected.equals("none") ? List.of() : List.of("6 " + expected));
    }

    @Test
    void settingsOfOtherProtocolsAreWarnedOf() {
        assertThat(NetworkPolicyReader.read(
                                "policy",
                                HEAD + "      - {host: a.b.test, port: 443, protocol: rest, access: full, "
                                        + "json_rpc: {max_body_bytes: 1}, graphql_max_body_bytes: 1}\n")
                        .diagnostics())
                .filteredOn(found -> found.code().equals("NO_EFFECT"))
                .hasSize(2)
                .noneMatch(Diagnostic::isError);
    }

    @Test
    void callsArePostsAndDenialsAreOfAnyMethod() {
        var read = read("      - {host: a.b.test, port: 443, protocol: json-rpc, rules: [{allow: {method: a}}], "
                + "deny_rules: [{method: b}]}\n");
        Grant.Net grant = (Grant.Net) read.grants().getFirst();
        assertThat(grant.methods()).containsExactly("POST");
        assertThat(grant.text()).isEqualTo("json-rpc a.b.test:443 a");
        assertThat(grant.coversWholeHost()).isFalse();
        assertThat(grant.conditions().call()).isInstanceOf(CallPattern.Rpc.class);
        assertThat(read.denials().getFirst().covered().methods()).isEmpty();
    }

    @Test
    void accessOfWebSocketsIsOfTheirSchemes() {
        for (String access : List.of("read-only", "read-write", "full")) {
            var read = read("      - {host: a.b.test, port: 443, protocol: websocket, access: " + access + "}\n");
            assertThat(read.grants())
                    .allSatisfy(grant ->
                            assertThat(((Grant.Net) grant).schemes()).containsExactlyInAnyOrder(Scheme.WS, Scheme.WSS))
                    .hasSize(access.equals("read-only") ? 1 : 2);
        }
    }

    @Test
    void sqlIsATunnelThatIsReported() {
        Grant.Net grant = (Grant.Net)
                read("      - {host: a.b.test, port: 5432, protocol: sql, enforcement: audit, access: full}\n")
                        .grants()
                        .getFirst();
        assertThat(grant.mode()).isEqualTo(Mode.REPORT);
        assertThat(grant.kinds()).containsExactly(RequestKind.CONNECT);
        assertThat(grant.schemes()).isEqualTo(Scheme.TCP.covered());
    }

    private static NetworkPolicyReader.Read read(String endpoints) {
        var read = NetworkPolicyReader.read("policy", HEAD + endpoints);
        assertThat(read.diagnostics()).noneMatch(Diagnostic::isError);
        return (NetworkPolicyReader.Read) read;
    }

    private static List<String> errors(String endpoints) {
        return NetworkPolicyReader.read("policy", HEAD + endpoints).diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(found -> found.line() + " " + found.code())
                .toList();
    }
}
