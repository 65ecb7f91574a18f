package io.sallyport.proxy.relay.websocket;

import io.sallyport.model.ReasonCode;

/**
 * Why frames cannot go on.
 *
 * @param why safe to show
 */
public record FrameFault(CloseCode code, ReasonCode reason, String why) {
    static FrameFault protocol(boolean ofClient, String why) {
        return new FrameFault(CloseCode.PROTOCOL_ERROR, malformed(ofClient), why);
    }

    static FrameFault notUtf8(boolean ofClient) {
        return new FrameFault(CloseCode.INVALID_DATA, malformed(ofClient), "text that is not UTF-8");
    }

    static FrameFault of(ReasonCode reason, String why) {
        return new FrameFault(CloseCode.of(reason), reason, why);
    }

    private static ReasonCode malformed(boolean ofClient) {
        return ofClient ? ReasonCode.MALFORMED_REQUEST : ReasonCode.UPSTREAM_MALFORMED;
    }
}
