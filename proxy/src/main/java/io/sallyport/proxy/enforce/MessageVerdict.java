package io.sallyport.proxy.enforce;

import io.sallyport.model.ReasonCode;

/** What becomes of one message of a WebSocket. */
public sealed interface MessageVerdict {
    /** It goes on. */
    MessageVerdict PASSES = new Passes();

    /** It goes on. */
    record Passes() implements MessageVerdict {}

    /**
     * It goes no further, and the WebSocket goes on.
     *
     * @param text what the client is told, as a text message of its subprotocol
     */
    record Answered(String text) implements MessageVerdict {}

    /** The WebSocket ends. */
    record Ends(ReasonCode reason) implements MessageVerdict {}
}
