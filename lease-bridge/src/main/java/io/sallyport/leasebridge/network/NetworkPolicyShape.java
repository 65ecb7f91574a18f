package io.sallyport.leasebridge.network;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.never;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The fields of a network policy, their types, and which are not implemented, as a flat table.
 *
 * @param document the whole document except its endpoints, which are validated one by one
 */
record NetworkPolicyShape(Shape document, Shape endpoint) {
    /** Names of providers of the configuration, whose credentials the requests of a rule may have. */
    static final Shape CREDENTIALS = list(ProfileShape.NAME);

    private static final Set<String> PROTOCOLS = Set.of(
            "",
            "rest",
            "websocket",
            "graphql",
            "grpc",
            "json-rpc",
            "mcp",
            "sql",
            "tcp",
            "tcp+tls",
            "tcp+ssh",
            "tcp+postgres");

    static final NetworkPolicyShape STRICT = of(PolicyDialect.STRICT);

    /** Returns the shape in a dialect. */
    static NetworkPolicyShape of(PolicyDialect dialect) {
        boolean lenient = dialect.has(PolicySwitch.LENIENT_WORDS);
        boolean anyVersion = dialect.has(PolicySwitch.ANY_VERSION);
        Shape version = anyVersion ? number(_ -> true, "a number") : number(1, 1, "1, a number,");
        Shape slash = dialect.has(PolicySwitch.ENCODED_SLASH)
                ? truth()
                : never("%2F is refused in every path: rules and targets would not read it alike", "false");
        Shape endpoint = endpoint(lenient, slash);
        return new NetworkPolicyShape(document(version, lenient, endpoint), endpoint);
    }

    private static Shape document(Shape version, boolean lenient, Shape endpoint) {
        Shape binary = object(Map.of("!path", text(path -> !path.isEmpty(), "a path"), "harness", anything()));
        Shape rule = object(Map.of(
                "name", text(),
                "endpoints", list(Shape.checkedLater(() -> endpoint)),
                "binaries", list(binary),
                "credentials", CREDENTIALS));
        return object(Map.of(
                "!version", version,
                "filesystem_policy",
                        object(Map.of(
                                "include_workdir", truth(),
                                "read_only", list(text()),
                                "read_write", list(text()))),
                "landlock", object(Map.of("compatibility", lenient ? text() : words(StaticSections.COMPATIBILITY))),
                "process",
                        object(Map.of("run_as_user", StaticSections.ACCOUNT, "run_as_group", StaticSections.ACCOUNT)),
                "network_policies", Shape.map(rule),
                "network_middlewares", Shape.map(Middlewares.SHAPE)));
    }

    private static Shape endpoint(boolean lenient, Shape slash) {
        Shape maxBytes = number(1, Integer.MAX_VALUE, "a number of bytes above 0");
        Shape port = number(1, 65_535, "a port from 1 to 65535");
        Shape rule = rule();
        Map<String, Shape> fields = new HashMap<>(Map.of(
                "host",
                text(),
                "port",
                port,
                "ports",
                list(port),
                "path",
                text(),
                "protocol",
                lenient ? text(NetworkPolicyShape::isProtocol, "a protocol") : words(PROTOCOLS),
                "tls",
                lenient ? text() : words("", "skip", "terminate", "passthrough"),
                "enforcement",
                lenient ? text() : words("", "enforce", "audit"),
                "access",
                lenient ? text() : words("", "read-only", "read-write", "full"),
                "rules",
                list(object(Map.of("!allow", rule))),
                "deny_rules",
                list(rule)));
        fields.putAll(Map.of(
                "allowed_ips", list(text()),
                "allow_encoded_slash", slash,
                "websocket_credential_rewrite", truth(),
                "request_body_credential_rewrite", truth(),
                "allow_uninspected_credentials", truth(),
                "credential_signing", words("", "sigv4", "sigv4:body", "sigv4:no_body"),
                "signing_service", text(),
                "signing_region", text(),
                "credential_binding", object(Map.of("provider", text())),
                "persisted_queries", words("", "deny", "allow_registered")));
        fields.putAll(Map.of(
                "graphql_persisted_queries", Shape.map(persisted()),
                "graphql_max_body_bytes", maxBytes,
                "json_rpc", object(Map.of("max_body_bytes", maxBytes)),
                "mcp",
                        object(Map.of(
                                "max_body_bytes", maxBytes,
                                "strict_tool_names", truth(),
                                "allow_all_known_mcp_methods", truth()))));
        return object(Map.copyOf(fields));
    }

    private static Shape rule() {
        Map<String, Shape> fields = new HashMap<>(Map.of(
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
        fields.put("service", text());
        return object(Map.copyOf(fields));
    }

    private static Shape persisted() {
        return object(Map.of(
                "!operation_type", words(GraphqlRules.TYPES),
                "operation_name", text(),
                "!fields", list(text(field -> !field.isEmpty(), "the name of a field"))));
    }

    private static boolean isProtocol(String word) {
        return PROTOCOLS.contains(word.toLowerCase(Locale.ROOT));
    }

    private static Shape anything() {
        return (_, _, _) -> {};
    }
}
