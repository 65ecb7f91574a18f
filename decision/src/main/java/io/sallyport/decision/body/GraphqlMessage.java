package io.sallyport.decision.body;

import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.regoengine.value.IJson;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages of GraphQL over WebSocket: of {@code graphql-transport-ws}, in which {@code subscribe} begins an
 * operation, and of the older {@code graphql-ws}, in which {@code start} does. Some servers take either without a
 * subprotocol, so what was agreed does not matter.
 */
public final class GraphqlMessage {
    /** The longest text that is read, in chars: it is read on an event loop. */
    private static final int MAX_CHARS = 65_536;

    private static final MemberNames MEMBERS = MemberNames.of("id", "type", "payload");
    private static final Set<String> BEGINS = Set.of("subscribe", "start");
    private static final Set<String> ASKS_NOTHING =
            Set.of("connection_init", "connection_terminate", "ping", "pong", "complete", "stop");

    private GraphqlMessage() {}

    /**
     * Returns the operation that {@code message} begins, as {@link BodyForms#graphql} does; absent of a message that
     * asks for nothing, or that the sandbox receives.
     */
    public static BodyForm read(WebSocketMessage message) {
        if (!message.sent()) {
            return new BodyForm.Absent();
        }
        RegoObject members = members(message.text());
        String type = members == null ? "" : text(members, "type");
        if (members == null || type.isEmpty()) {
            return new BodyForm.Unreadable("no message of GraphQL over WebSocket");
        }
        if (ASKS_NOTHING.contains(type)) {
            return new BodyForm.Absent();
        }
        RegoValue payload = members.get("payload");
        return BEGINS.contains(type) && payload != null && !text(members, "id").isEmpty()
                ? GraphqlRequest.read(payload)
                : new BodyForm.Unreadable("a message of GraphQL over WebSocket of an unknown form");
    }

    /** Returns the id of the operation that {@code text} begins, whatever it is; null if it begins none for certain. */
    static @Nullable String operationOf(String text) {
        RegoObject members = members(text);
        String id = members == null ? "" : text(members, "id");
        return members == null || id.isEmpty() || !BEGINS.contains(text(members, "type")) ? null : id;
    }

    private static @Nullable RegoObject members(@Nullable String text) {
        BodyLimits limits = BodyLimits.DEFAULT;
        return text != null
                        && text.length() <= MAX_CHARS
                        && IJson.parse(text, limits.depth(), limits.members())
                                instanceof ParsedJson.Accepted(RegoObject members)
                        && MEMBERS.areAllOf(members)
                ? members
                : null;
    }

    /** Returns the member; empty if it is absent, null or no string. */
    private static String text(RegoObject members, String name) {
        return members.get(name) instanceof RegoString text ? text.text() : "";
    }
}
