package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.Conditions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads rules about WebSockets: GET is the handshake and every message but the texts of the client, {@code
 * WEBSOCKET_TEXT} is those (specs: network policy, sections 2 and 12).
 */
record WebSocketRules(String rule, EndpointFields in) implements ProtocolRules {
    private static final CallPattern TEXT = new CallPattern.ClientText();
    private static final CallPattern OTHER = new CallPattern.NoClientText();
    private static final Set<String> OF_GRAPHQL = Set.of("operation_type", "operation_name", "fields");

    @Override
    public List<Allow> preset(String access) {
        Stream<CallPattern> granted = access.equals("read-only") ? Stream.of(OTHER) : Stream.of(OTHER, TEXT);
        return granted.map(call -> in.whole(rule, Set.of(), Conditions.of(call), access))
                .toList();
    }

    @Override
    public List<Allow> anything() {
        return List.of(in.whole(rule, Set.of(), Conditions.NONE, "audit"));
    }

    @Override
    public List<Allow> read(RuleEntry entry) {
        if (OF_GRAPHQL.stream().anyMatch(field -> entry.value(field) != null)) {
            String message = "GraphQL over WebSocket is not there yet";
            entry.error(DiagnosticCode.NOT_THERE_YET, message, null, in.findings());
            return List.of();
        }
        List<CallPattern> calls = switch (entry.text("method")) {
            case "GET", "get" -> List.of(OTHER);
            case "WEBSOCKET_TEXT" -> List.of(TEXT);
            case "*" -> List.of(OTHER, TEXT);
            default -> List.of();
        };
        if (calls.isEmpty() && !entry.text("method").isEmpty()) {
            String message = "method: " + Protocol.WEBSOCKET.word() + " has GET, WEBSOCKET_TEXT and *";
            entry.error(DiagnosticCode.BAD_VALUE, message, null, in.findings());
        }
        return new RestRules(rule, Protocol.WEBSOCKET, in)
                .read(entry).stream()
                        .flatMap(read -> calls.stream().map(call -> opening(read, call)))
                        .toList();
    }

    private static Allow opening(Allow read, CallPattern call) {
        Conditions conditions = new Conditions(read.conditions().parameters(), call);
        return new Allow(read.rule(), read.place(), Set.of(), read.path(), conditions, read.shown());
    }
}
