package io.sallyport.model.condition;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a grant asks of the call in a body, or of a message. All expressions are anchored RE2. */
public sealed interface CallPattern {
    /** Nothing. */
    record Any() implements CallPattern {}

    /**
     * A message of JSON-RPC 2.0.
     *
     * @param members by name, {@code method}, {@code response} or {@code name} (that of the params): the expression
     *     that it matches
     * @param tools what the name of every tool that is called matches; null for any
     * @param maxBytes limit of the body, positive
     */
    record Rpc(Map<String, String> members, @Nullable String tools, int maxBytes) implements CallPattern {
        public Rpc {
            members = Map.copyOf(members);
        }
    }

    /**
     * An operation of GraphQL.
     *
     * @param operation matches its type
     * @param name matches its name, which is empty if it has none
     * @param fields of the root
     * @param registry persisted documents that are known, by hash or id
     * @param maxBytes limit of the body, positive
     */
    record Graphql(String operation, String name, RootFields fields, Map<String, Registered> registry, int maxBytes)
            implements CallPattern {
        public Graphql {
            registry = Map.copyOf(registry);
        }
    }

    /**
     * The root fields of an operation.
     *
     * @param re2 null for any fields
     */
    record RootFields(Quantifier of, @Nullable String re2) {}

    /** A persisted document; {@code name} is empty if it has none. */
    record Registered(String operation, String name, List<String> fields) {
        public Registered {
            fields = List.copyOf(fields);
        }
    }

    /** A request without body for a stream of events ({@code Accept: text/event-stream}). */
    record EventStream() implements CallPattern {}

    /** A text that the client sends on a WebSocket. */
    record ClientText() implements CallPattern {}

    /** The handshake of a WebSocket, and every message that is no text of the client. */
    record NoClientText() implements CallPattern {}
}
