package io.sallyport.decision.net;

import io.sallyport.decision.secrets.FoundValues;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.RequestKind;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request says in its body or its message, and the secrets in all of it: {@code input.net.body}, {@code rpc},
 * {@code graphql}, {@code git}, {@code websocket} and {@code findings}. Notes what the evaluation came to. Confined to
 * one evaluation.
 */
final class ContentInput {
    private final CanonicalRequest request;
    private final RequestHeaders head;
    private final MessageInput message;
    private final int call;
    private @Nullable BodyInput body;
    private @Nullable RegoArray findings;
    private boolean bodyRead;
    private boolean bodyAwaited;
    private @Nullable Set<String> shown;
    private boolean findingsRead;

    ContentInput(CanonicalRequest request, RequestHeaders head) {
        this(request, head, null, null, 0);
    }

    private ContentInput(
            CanonicalRequest request,
            RequestHeaders head,
            @Nullable BodyInput body,
            @Nullable RegoArray findings,
            int call) {
        this.request = request;
        this.head = head;
        this.message = new MessageInput(head.message());
        this.body = body;
        this.findings = findings;
        this.call = call;
    }

    /** The same content, of whose batch that call is meant. */
    ContentInput ofCall(int other) {
        return new ContentInput(request, head, body, findings, other);
    }

    /** The same content and call, of which nothing is noted yet. */
    ContentInput unread() {
        BodyInput read = body;
        return new ContentInput(request, head, read == null ? null : read.unread(), findings, call);
    }

    /** {@code body}, {@code rpc}, {@code graphql} or {@code git}, as the body says it. */
    @Nullable
    RegoValue ofBody(String name) {
        if (hides(name)) {
            return null;
        }
        bodyRead = true;
        RequestBody received = head.body();
        if (received == null) {
            bodyAwaited = true;
            return null;
        }
        BodyInput made = body == null ? BodyInput.of(received, head) : body;
        body = made;
        made.show(shown);
        return made.field(name, call, request);
    }

    /** {@code graphql}: of a WebSocket in its messages, once it is open. */
    @Nullable
    RegoValue graphql() {
        if (!request.scheme().isWebSocket()) {
            return ofBody("graphql");
        }
        RegoValue ofMessage = message.operation();
        return isMessage() ? ofMessage : ofBody("graphql");
    }

    /** {@code websocket}, absent if it is none or not open yet. */
    @Nullable
    RegoValue webSocket() {
        return request.scheme().isWebSocket() ? message.value() : null;
    }

    /** Secrets in the request and in its body; of a WebSocket, once it is open, in one message. */
    @Nullable
    RegoValue findings() {
        if (hides("findings")) {
            return null;
        }
        findingsRead = true;
        if (head.body() == null && request.kind() == RequestKind.HTTP) {
            bodyAwaited = true;
            return null;
        }
        SecretSearch search = head.secrets();
        RegoArray made = findings == null
                ? FoundValues.of((search == null ? RequestSearch.forms() : search).in(request, head))
                : findings;
        findings = made;
        return made;
    }

    /** Whether this is one message of a WebSocket. */
    boolean isMessage() {
        return head.message() != null;
    }

    /** From now on whoever looks at the request as a whole sees, and comes to, these alone; null shows all. */
    void show(@Nullable Set<String> names) {
        shown = names;
    }

    /** Whether it leaves out that field, or form of the body. */
    boolean hides(String name) {
        return shown != null && !shown.contains(name);
    }

    /** Whether the evaluation came to the body, which has not been received yet. */
    boolean awaitsBody() {
        return bodyAwaited;
    }

    /** Whether the evaluation came to what may differ at the next like request; that a body is there may not. */
    boolean isPassing() {
        return message.isPassing() || ((bodyRead || findingsRead) && !bodyAwaited);
    }

    /**
     * Whether the evaluation came to a message of the WebSocket, there or not, or may later.
     *
     * @param moment whether it read the time
     */
    boolean readsMessages(boolean moment) {
        return message.wasRead()
                || ((moment || findingsRead) && request.scheme().isWebSocket());
    }

    /** Of how many calls the evaluation came to one: of each it has to be asked. */
    int calls() {
        BodyInput read = body;
        return read == null ? 1 : read.calls();
    }

    /** Why the body, or the message, cannot be read in a form that the evaluation came to, or null. */
    @Nullable
    DenyRule fault() {
        BodyInput read = body;
        String ofMessage = message.fault();
        if (ofMessage != null) {
            return new DenyRule("message", "the message: " + ofMessage);
        }
        String why = read == null ? null : read.fault();
        return why == null ? null : new DenyRule("body", "the body: " + why);
    }

    /** How deep the values below are nested. */
    int depth() {
        BodyInput read = body;
        return read == null ? 0 : read.depth();
    }
}
