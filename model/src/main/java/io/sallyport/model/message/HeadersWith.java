package io.sallyport.model.message;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Headers of a request, what came after them, and what looks for secrets in all of it. */
record HeadersWith(
        RequestHeaders head,
        @Nullable WebSocketMessage message,
        @Nullable RequestBody body,
        @Nullable SecretSearch secrets)
        implements RequestHeaders {
    HeadersWith(RequestHeaders head, @Nullable WebSocketMessage message, @Nullable RequestBody body) {
        this(head, message, body, head.secrets());
    }

    @Override
    public List<String> names() {
        return head.names();
    }

    @Override
    public List<String> values(String name) {
        return head.values(name);
    }

    @Override
    public long bodyBytes() {
        return head.bodyBytes();
    }

    @Override
    public void forEach(BiConsumer<String, String> field) {
        head.forEach(field);
    }
}
