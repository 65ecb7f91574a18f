package io.sallyport.leasebridge.network;

import static io.sallyport.leasebridge.yaml.Rule.later;
import static io.sallyport.leasebridge.yaml.Rule.list;
import static io.sallyport.leasebridge.yaml.Rule.never;
import static io.sallyport.leasebridge.yaml.Rule.number;
import static io.sallyport.leasebridge.yaml.Rule.object;
import static io.sallyport.leasebridge.yaml.Rule.text;
import static io.sallyport.leasebridge.yaml.Rule.truth;
import static io.sallyport.leasebridge.yaml.Rule.words;

import io.sallyport.leasebridge.yaml.Rule;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The fields of a network policy: what there is, of what type, and what of it is not there yet. A flat table. */
final class NetworkPolicyShape {
    /** The whole document, less its endpoints, which are judged one by one. */
    static final Rule DOCUMENT;

    static final Rule ENDPOINT;

    private static final Rule ANYTHING = (_, _, _) -> {};
    private static final Rule PORT = number(port -> port >= 1 && port <= 65_535, "a port from 1 to 65535");

    private static final Rule ALLOW = object(Map.of(
            "method", text(),
            "path", text(),
            "query", later(),
            "operation_type", later(""),
            "operation_name", later(""),
            "fields", later(),
            "tool", later(""),
            "params", later(),
            "params.name", later(""),
            "command", later("")));

    static {
        Rule binary = object(Map.of("!path", text(path -> !path.isEmpty(), "a path"), "harness", ANYTHING));
        Rule rule = object(Map.of("name", text(), "endpoints", list(ANYTHING), "binaries", list(binary)));
        DOCUMENT = object(Map.of(
                "!version", number(version -> version == 1, "1, a number,"),
                "filesystem_policy",
                        object(Map.of(
                                "include_workdir", truth(),
                                "read_only", list(text()),
                                "read_write", list(text()))),
                "landlock", object(Map.of("compatibility", words("", "best_effort", "hard_requirement"))),
                "process",
                        object(Map.of("run_as_user", StaticSections.ACCOUNT, "run_as_group", StaticSections.ACCOUNT)),
                "network_policies", Rule.map(rule),
                "network_middlewares", later()));
    }

    static {
        Map<String, Rule> fields = new HashMap<>(Map.of(
                "host", text(),
                "port", PORT,
                "ports", list(PORT),
                "path", text(),
                "protocol", words(Set.of("", "tcp", "rest"), Set.of("websocket", "graphql", "mcp", "json-rpc", "sql")),
                "tls", words("", "skip", "terminate", "passthrough"),
                "enforcement", words(Set.of("", "enforce"), Set.of("audit")),
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
                "persisted_queries", later("")));
        fields.putAll(Map.of(
                "graphql_persisted_queries", later(),
                "graphql_max_body_bytes", later(),
                "json_rpc", later(),
                "mcp", later()));
        ENDPOINT = object(Map.copyOf(fields));
    }

    private NetworkPolicyShape() {}
}
