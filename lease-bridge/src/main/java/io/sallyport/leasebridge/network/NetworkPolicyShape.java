package io.sallyport.leasebridge.network;

import static io.sallyport.documents.Shape.later;
import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.never;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The fields of a network policy, their types, and which are not implemented, as a flat table. */
final class NetworkPolicyShape {
    /** The whole document except its endpoints, which are validated one by one. */
    static final Shape DOCUMENT;

    static final Shape ENDPOINT;

    /** Names of providers of the configuration, whose credentials the requests of a rule may have. */
    static final Shape CREDENTIALS = list(ProfileShape.NAME);

    private static final Shape ANYTHING = (_, _, _) -> {};
    private static final Set<String> PROTOCOLS = Set.of(
            "", "rest", "websocket", "graphql", "json-rpc", "mcp", "sql", "tcp", "tcp+tls", "tcp+ssh", "tcp+postgres");
    private static final Shape MAX_BYTES = number(1, Integer.MAX_VALUE, "a number of bytes above 0");
    private static final Shape PORT = number(1, 65_535, "a port from 1 to 65535");

    private static final Shape PERSISTED = object(Map.of(
            "!operation_type", words(GraphqlRules.TYPES),
            "operation_name", text(),
            "!fields", list(text(field -> !field.isEmpty(), "the name of a field"))));

    private static final Shape ALLOW = object(Map.of(
            "method", text(),
            "path", text(),
            "query", Shape.map(PolicyGlob.SHAPE),
            "operation_type", text(),
            "operation_name", PolicyGlob.SHAPE,
            "fields", list(text()),
            "tool", PolicyGlob.SHAPE,
            "params", object(Map.of("name", PolicyGlob.SHAPE)),
            "params.name", PolicyGlob.SHAPE,
            "command", text()));

    static {
        Shape binary = object(Map.of("!path", text(path -> !path.isEmpty(), "a path"), "harness", ANYTHING));
        Shape rule = object(Map.of(
                "name", text(),
                "endpoints", list(Shape.checkedLater(() -> NetworkPolicyShape.ENDPOINT)),
                "binaries", list(binary),
                "credentials", CREDENTIALS));
        DOCUMENT = object(Map.of(
                "!version", number(1, 1, "1, a number,"),
                "filesystem_policy",
                        object(Map.of(
                                "include_workdir", truth(),
                                "read_only", list(text()),
                                "read_write", list(text()))),
                "landlock", object(Map.of("compatibility", words("", "best_effort", "hard_requirement"))),
                "process",
                        object(Map.of("run_as_user", StaticSections.ACCOUNT, "run_as_group", StaticSections.ACCOUNT)),
                "network_policies", Shape.map(rule),
                "network_middlewares", later()));
    }

    static {
        Map<String, Shape> fields = new HashMap<>(Map.of(
                "host", text(),
                "port", PORT,
                "ports", list(PORT),
                "path", text(),
                "protocol", words(PROTOCOLS),
                "tls", words("", "skip", "terminate", "passthrough"),
                "enforcement", words("", "enforce", "audit"),
                "access", words("", "read-only", "read-write", "full"),
                "rules", list(object(Map.of("!allow", ALLOW))),
                "deny_rules", list(ALLOW)));
        fields.putAll(Map.of(
                "allowed_ips", list(text()),
                "allow_encoded_slash",
                        never("%2F is refused in every path: rules and targets would not read it alike", "false"),
                "websocket_credential_rewrite", later("false"),
                "request_body_credential_rewrite", later("false"),
                "allow_uninspected_credentials", later("false"),
                "credential_signing", later(""),
                "signing_service", later(""),
                "signing_region", later(""),
                "credential_binding", later(),
                "persisted_queries", words("", "deny", "allow_registered")));
        fields.putAll(Map.of(
                "graphql_persisted_queries", Shape.map(PERSISTED),
                "graphql_max_body_bytes", MAX_BYTES,
                "json_rpc", object(Map.of("max_body_bytes", MAX_BYTES)),
                "mcp",
                        object(Map.of(
                                "max_body_bytes", MAX_BYTES,
                                "strict_tool_names", truth(),
                                "allow_all_known_mcp_methods", truth()))));
        ENDPOINT = object(Map.copyOf(fields));
    }

    private NetworkPolicyShape() {}
}
