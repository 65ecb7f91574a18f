package io.sallyport.model.message;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What policy may read from a request in addition to its canonical form. A verdict that depends on it is not
 * remembered. Immutable.
 */
public interface RequestHeaders {
    /** The result of {@link #bodyBytes} if the body's length is not known in advance. */
    long UNKNOWN_LENGTH = -1;

    /** The headers of a request without any, and without a body. */
    RequestHeaders EMPTY = withoutFields(0);

    /** The headers of a request of which none is known, and which may have a body that has not been read. */
    RequestHeaders UNREAD = withoutFields(UNKNOWN_LENGTH);

    /** Returns the distinct names that are present, in lower case. */
    List<String> names();

    /** Returns the values of {@code name}, which must be lower case, in the order sent. */
    List<String> values(String name);

    /** Returns the Content-Length, 0 if there is no body, or {@link #UNKNOWN_LENGTH}. */
    long bodyBytes();

    /** Returns the message that is judged of a WebSocket that the request has opened; null for the request itself. */
    default @Nullable WebSocketMessage message() {
        return null;
    }

    /** Returns the body of the request; null where there is one that has not been read. */
    default @Nullable RequestBody body() {
        return bodyBytes() == 0 ? RequestBody.NONE : null;
    }

    /** Calls {@code field} with the name and value of each field, the values of one name in the order sent. */
    default void forEach(BiConsumer<String, String> field) {
        for (String name : names()) {
            values(name).forEach(value -> field.accept(name, value));
        }
    }

    /** Returns what looks for secrets in the request; null if there is nothing but the forms of tokens to look for. */
    default @Nullable SecretSearch secrets() {
        return null;
    }

    /** Returns the same headers of a request in which {@code search} looks for secrets. */
    default RequestHeaders searchedBy(SecretSearch search) {
        return new HeadersWith(this, message(), body(), search);
    }

    private static RequestHeaders withoutFields(long bodyBytes) {
        return new RequestHeaders() {
            @Override
            public List<String> names() {
                return List.of();
            }

            @Override
            public List<String> values(String name) {
                return List.of();
            }

            @Override
            public long bodyBytes() {
                return bodyBytes;
            }
        };
    }
}
