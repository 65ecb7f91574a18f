package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.condition.CallPattern.Registered;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of an endpoint for the bodies of its protocol (specs: network policy, section 2). Immutable.
 *
 * @param maxBytes limit of a body
 * @param strictTools whether the names of tools have the characters that MCP recommends
 * @param knownMethods whether all methods of MCP are allowed
 * @param registry persisted documents that are known, by hash or id
 */
record BodySettings(int maxBytes, boolean strictTools, boolean knownMethods, Map<String, Registered> registry) {
    /** The limit if none is written, in bytes. */
    static final int DEFAULT_BYTES = 65_536;

    BodySettings {
        registry = Map.copyOf(registry);
    }

    static BodySettings of(Protocol protocol, EndpointFields in) {
        Map<String, Member> own = Fields.members(in.members(), protocol == Protocol.MCP ? "mcp" : "json_rpc");
        Scalar bytes = protocol == Protocol.GRAPHQL
                ? Fields.scalar(in.members(), "graphql_max_body_bytes")
                : Fields.scalar(own, "max_body_bytes");
        Integer written = bytes == null ? null : bytes.number();
        Scalar strict = Fields.scalar(own, "strict_tool_names");
        boolean registered = in.text("persisted_queries").equals("allow_registered");
        return new BodySettings(
                written == null ? DEFAULT_BYTES : written,
                strict == null || !Boolean.FALSE.equals(strict.truth()),
                Fields.isTrue(own, "allow_all_known_mcp_methods"),
                registered ? registry(in) : Map.of());
    }

    private static Map<String, Registered> registry(EndpointFields in) {
        Map<String, Registered> registry = new HashMap<>();
        Fields.members(in.members(), "graphql_persisted_queries").forEach((id, entry) -> {
            Map<String, Member> said = Fields.members(entry.value());
            Scalar name = Fields.scalar(said, "operation_name");
            Scalar type = Fields.scalar(said, "operation_type");
            List<String> fields =
                    Fields.texts(said, "fields").stream().map(Scalar::text).toList();
            registry.put(id, new Registered(type == null ? "" : type.text(), name == null ? "" : name.text(), fields));
        });
        return registry;
    }

    /** Reports settings of other protocols: options of MCP are an error, those that are ignored a warning. */
    static void checkOthers(Protocol protocol, EndpointFields in) {
        Member mcp = in.members().get("mcp");
        if (protocol != Protocol.MCP
                && mcp != null
                && !Fields.members(mcp.value()).isEmpty()) {
            String message = "mcp: its options belong to protocol: mcp";
            in.findings().error(mcp.keyPlace(), DiagnosticCode.BAD_VALUE, message, null);
        }
        if (protocol != Protocol.JSON_RPC) {
            warnOf("json_rpc", in);
        }
        if (protocol != Protocol.GRAPHQL) {
            warnOf("graphql_max_body_bytes", in);
        }
        if (protocol != Protocol.GRAPHQL && protocol != Protocol.WEBSOCKET) {
            List.of("persisted_queries", "graphql_persisted_queries").forEach(field -> warnOf(field, in));
        }
    }

    private static void warnOf(String field, EndpointFields in) {
        Member member = in.members().get(field);
        if (member != null) {
            String message = field + ": the protocol of the endpoint ignores it";
            in.findings().warning(member.keyPlace(), DiagnosticCode.NO_EFFECT, message, null);
        }
    }
}
