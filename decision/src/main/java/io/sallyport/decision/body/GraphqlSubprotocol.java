package io.sallyport.decision.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.model.answer.Refusal;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * A subprotocol of WebSocket by which GraphQL is spoken, so that a refused operation can be answered in it and the
 * others go on.
 */
public enum GraphqlSubprotocol {
    /** Of the package {@code graphql-ws}; an error is a list. */
    GRAPHQL_TRANSPORT_WS("graphql-transport-ws"),
    /** The older one, of {@code subscriptions-transport-ws}; an error is an object. */
    GRAPHQL_WS("graphql-ws");

    private final String word;

    GraphqlSubprotocol(String word) {
        this.word = word;
    }

    /** Returns the one that a target has agreed to; null if that is another or none. */
    public static @Nullable GraphqlSubprotocol of(@Nullable String agreed) {
        for (GraphqlSubprotocol one : values()) {
            if (one.word.equals(agreed)) {
                return one;
            }
        }
        return null;
    }

    /** Returns whether {@code text} begins an operation that can be answered. */
    public boolean beginsOperation(String text) {
        return GraphqlMessage.operationOf(text) != null;
    }

    /** Returns the message {@code error} for the operation that {@code text} begins, in JSON. */
    public String error(String text, Refusal refusal) {
        String id = GraphqlMessage.operationOf(text);
        if (id == null) {
            throw new IllegalArgumentException("no operation");
        }
        RegoObject error = RegoObject.growing()
                .put("message", RegoString.of(refusal.sentence()))
                .put("extensions", RegoJson.valueOf(new String(refusal.json(), UTF_8)))
                .sealed();
        RegoValue payload = this == GRAPHQL_TRANSPORT_WS ? RegoArray.of(error) : error;
        return RegoJson.write(RegoObject.growing()
                .put("id", RegoString.of(id))
                .put("payload", payload)
                .put("type", RegoString.of("error"))
                .sealed());
    }
}
