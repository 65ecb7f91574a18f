package io.sallyport.proxy.relay.websocket;

/**
 * Why frames cannot go on.
 *
 * @param why safe to show
 */
public record FrameFault(CloseCode code, String why) {
    static FrameFault protocol(String why) {
        return new FrameFault(CloseCode.PROTOCOL_ERROR, why);
    }

    static FrameFault notUtf8() {
        return new FrameFault(CloseCode.INVALID_DATA, "text that is not UTF-8");
    }
}
