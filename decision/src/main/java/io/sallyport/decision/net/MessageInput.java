package io.sallyport.decision.net;

import io.sallyport.decision.body.BodyForm;
import io.sallyport.decision.body.GraphqlMessage;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code input.net.websocket}: a message of a WebSocket, absent while its handshake is judged; and the operation of
 * GraphQL in it. Notes that it was read. Confined to one evaluation.
 */
final class MessageInput {
    private static final RegoString SEND = RegoString.named("send");
    private static final RegoString RECEIVE = RegoString.named("receive");
    private static final RegoString TEXT = RegoString.named("text");
    private static final RegoString BINARY = RegoString.named("binary");

    private final @Nullable WebSocketMessage message;
    private boolean read;
    private @Nullable BodyForm graphql;

    MessageInput(@Nullable WebSocketMessage message) {
        this.message = message;
    }

    /** Whether the evaluation came to it, there or not. */
    boolean wasRead() {
        return read;
    }

    /** Whether it was read and differs from message to message. */
    boolean isPassing() {
        return read && message != null;
    }

    /**
     * {@code input.net.graphql} of the message: the operation that it begins; null where it begins none, or none that
     * can be read.
     */
    @Nullable
    RegoValue operation() {
        read = true;
        WebSocketMessage judged = message;
        if (judged == null) {
            return null;
        }
        BodyForm form = graphql == null ? GraphqlMessage.read(judged) : graphql;
        graphql = form;
        return form instanceof BodyForm.Read(RegoValue value) ? value : null;
    }

    /** Why the operation that the evaluation came to cannot be read, or null. */
    @Nullable
    String fault() {
        return graphql instanceof BodyForm.Unreadable(String why) ? why : null;
    }

    @Nullable
    RegoObject value() {
        read = true;
        WebSocketMessage judged = message;
        if (judged == null) {
            return null;
        }
        EntryObject value = RegoObject.growing().put("direction", judged.sent() ? SEND : RECEIVE);
        String text = judged.text();
        if (text == null) {
            return value.put("type", BINARY).sealed();
        }
        return value.put("text", RegoString.of(text)).put("type", TEXT).sealed();
    }
}
