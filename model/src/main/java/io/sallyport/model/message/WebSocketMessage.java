package io.sallyport.model.message;

import org.jspecify.annotations.Nullable;

/**
 * One whole message of a WebSocket, as policy may read it ({@code input.net.websocket}). Immutable.
 *
 * @param sent by the sandbox, or received by it
 * @param text of a text message; null for a binary one
 * @param octets of a binary message, each a character; null for a text message, and where nobody asked for them
 */
public record WebSocketMessage(
        boolean sent, @Nullable String text, @Nullable String octets) {
    /** A text message, or a binary one without its octets. */
    public WebSocketMessage(boolean sent, @Nullable String text) {
        this(sent, text, null);
    }

    /** Returns the headers of the handshake with this message. */
    public RequestHeaders after(RequestHeaders handshake) {
        return new HeadersWith(handshake, this, handshake.body());
    }
}
