package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Fields;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.Conditions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads rules about WebSockets: GET is the handshake and every message but the texts of the client, {@code
 * WEBSOCKET_TEXT} is those. What is denied may be operations of GraphQL in them, which {@code access} allows (specs:
 * network policy, sections 2 and 12).
 *
 * @param settings of persisted documents of GraphQL
 */
record WebSocketRules(String rule, EndpointFields in, BodySettings settings) implements ProtocolRules {
    private static final String TEXTS = "WEBSOCKET_TEXT";
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
            return graphql(entry);
        }
        List<CallPattern> calls = switch (entry.text("method")) {
            case "GET", "get" -> List.of(OTHER);
            case TEXTS -> List.of(TEXT);
            case "*" -> List.of(OTHER, TEXT);
            default -> List.of();
        };
        if (calls.isEmpty() && !entry.text("method").isEmpty()) {
            String message = "method: " + Protocol.WEBSOCKET.word() + " has GET, " + TEXTS + " and *";
            entry.error(DiagnosticCode.BAD_VALUE, message, null, in.findings());
        }
        return new RestRules(rule, Protocol.WEBSOCKET, in)
                .read(entry).stream()
                        .flatMap(read -> calls.stream().map(call -> opening(read, call)))
                        .toList();
    }

    private List<Allow> graphql(RuleEntry entry) {
        if (entry.denies() && !namesTexts()) {
            return new GraphqlRules(rule, in, settings).read(entry);
        }
        String message = "operations of GraphQL on a WebSocket stand in deny_rules, beside access";
        String help = "write access: read-write, and deny_rules with operation_type";
        entry.error(DiagnosticCode.BAD_VALUE, message, help, in.findings());
        return List.of();
    }

    /** A text that is allowed by itself is judged as text. */
    private boolean namesTexts() {
        return Fields.items(in.members(), "rules").stream()
                .map(rule -> Fields.members(Fields.members(rule), "allow"))
                .map(allow -> Fields.scalar(allow, "method"))
                .anyMatch(method -> method != null && method.text().equals(TEXTS));
    }

    private static Allow opening(Allow read, CallPattern call) {
        Conditions conditions = new Conditions(read.conditions().parameters(), call);
        return new Allow(read.rule(), read.place(), Set.of(), read.path(), conditions, read.shown());
    }
}
