package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.sallyport.model.rpc.GrpcForm;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * The request to a target. It announces {@code te: trailers} for a call of gRPC alone: servers of gRPC's C core take
 * whatever has this field for a call and ignore its content type, by which it was judged.
 */
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
        Http2Headers fields = FrameFields.of(head.fields(), MORE_FIELDS)
                .method(method)
                .scheme("https")
                .authority(host == null ? "" : host)
                .path(head.target());
        return GrpcForm.isMentioned(head.values("content-type")) ? fields.add("te", "trailers") : fields;
    }

    @Override
    @Nullable
    Framing framing(RequestHead head) {
        return head.framing();
    }
}
