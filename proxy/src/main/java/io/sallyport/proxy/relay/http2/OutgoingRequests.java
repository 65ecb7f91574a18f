package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/** The request to a target, whose trailers are welcome whatever the client said of them (RFC 9110 section 10.1.4). */
final class OutgoingRequests extends OutgoingMessages<RequestHead> {
    private static final int MORE_FIELDS = 5;

    private String method = "";

    OutgoingRequests(HeadReader<RequestHead> heads) {
        super(heads);
    }

    /** Of the request that was written, empty before. */
    String method() {
        return method;
    }

    @Override
    Http2Headers fields(RequestHead head) {
        method = head.method();
        String host = head.fields().first("Host");
        return FrameFields.of(head.fields(), MORE_FIELDS)
                .method(method)
                .scheme("https")
                .authority(host == null ? "" : host)
                .path(head.target())
                .add("te", "trailers");
    }

    @Override
    @Nullable
    Framing framing(RequestHead head) {
        return head.framing();
    }
}
