package io.sallyport.model.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headers of a request, and what came after them. */
record HeadersWith(
        RequestHeaders head,
        @Nullable WebSocketMessage message,
        @Nullable RequestBody body) implements RequestHeaders {
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
}
