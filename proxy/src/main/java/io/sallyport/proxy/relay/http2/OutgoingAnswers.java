package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.ResponseHead;
import org.jspecify.annotations.Nullable;

/** The answer to a client: interim heads, the final one, its body. */
final class OutgoingAnswers extends OutgoingMessages<ResponseHead> {
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final String BAD_GATEWAY = "502";

    private String method = "";
    private boolean webSocket;
    private boolean open;

    OutgoingAnswers(HeadReader<ResponseHead> heads) {
        super(heads);
    }

    /** What is answered is a request of that method, or the handshake of a WebSocket. */
    void to(String asked, boolean opensWebSocket) {
        method = asked;
        webSocket = opensWebSocket;
    }

    /** Whether a WebSocket or a tunnel was begun; its half of the stream ends with what was written. */
    boolean endOpen() {
        if (open && !isEnded()) {
            endBody();
        }
        return open;
    }

    /** Whether a tunnel was begun of which some has been written and not gone. */
    boolean isCutShort() {
        return isTunnel() && open && hasUnsent();
    }

    private boolean isTunnel() {
        return method.equals("CONNECT");
    }

    private boolean isSwitch(ResponseHead head) {
        return webSocket && head.status() == SWITCHING_PROTOCOLS;
    }

    @Override
    Http2Headers fields(ResponseHead head) {
        if (isSwitch(head)) {
            Http2Headers fields = FrameFields.of(head.fields(), 1).status("200"); // RFC 8441 section 5
            fields.remove("sec-websocket-accept");
            return fields;
        }
        return FrameFields.of(head.fields(), 1).status(status(head));
    }

    /** To a client a 2xx says that the WebSocket is open (RFC 8441 section 5), which only a 101 of the target does. */
    private String status(ResponseHead head) {
        return webSocket && head.status() / 100 == 2 ? BAD_GATEWAY : Integer.toString(head.status());
    }

    @Override
    @Nullable
    Framing framing(ResponseHead head) {
        if (isSwitch(head)) {
            open = true;
            return Framing.UNTIL_CLOSE;
        }
        open = isTunnel() && head.status() / 100 == 2;
        return head.isInterim() ? null : Framing.ofResponse(method, head.status(), head.fields(), head.minorVersion());
    }
}
