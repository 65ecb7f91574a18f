package io.sallyport.leasebridge.provider;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The fields of OpenShell's provider profiles, as its {@code profiles.rs} had them in November 2026. */
final class OpenShellShape {
    private static final Shape ANYTHING = (_, _, _) -> {};

    /** Fields of an endpoint that a network policy has under the same name, and those that it does not have. */
    static final Set<String> ENDPOINT = Set.of(
            "host",
            "port",
            "ports",
            "path",
            "protocol",
            "tls",
            "enforcement",
            "access",
            "rules",
            "deny_rules",
            "allowed_ips",
            "allow_encoded_slash",
            "websocket_credential_rewrite",
            "request_body_credential_rewrite",
            "allow_uninspected_credentials",
            "credential_signing",
            "signing_service",
            "signing_region",
            "persisted_queries",
            "graphql_persisted_queries",
            "graphql_max_body_bytes",
            "json_rpc_max_body_bytes",
            "mcp");

    /** Fields of a rule. */
    static final Set<String> ALLOW = Set.of(
            "method",
            "path",
            "query",
            "operation_type",
            "operation_name",
            "fields",
            "tool",
            "params",
            "params.name",
            "command");

    static final Set<String> MCP = Set.of("strict_tool_names", "allow_all_known_mcp_methods");

    static final Shape PROFILE;

    static {
        Shape binary = Shape.either(text(), object(Map.of("!path", text(), "harness", truth())));
        Map<String, Shape> fields = new HashMap<>(Map.of(
                "!id", text(id -> id.matches("[a-z0-9]+(-[a-z0-9]+)*"), "lower-case words with - between them"),
                "!display_name", text(name -> !name.isEmpty(), "a name"),
                "description", text(),
                "resource_version", text(),
                "annotations", Shape.map(text()),
                "category", words("other", "inference", "agent", "source_control", "messaging", "data", "knowledge"),
                "inference_capable", truth()));
        fields.putAll(Map.of(
                "credentials", list(ANYTHING),
                "discovery", object(Map.of("credentials", list(text()))),
                "endpoints", list(ANYTHING),
                "binaries", list(binary),
                "source", ANYTHING,
                "scope", ANYTHING));
        PROFILE = object(Map.copyOf(fields));
    }

    private OpenShellShape() {}
}
