package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.ResponseHead;
import org.jspecify.annotations.Nullable;

/** The answer to a client: interim heads, the final one, its body. */
final class OutgoingAnswers extends OutgoingMessages<ResponseHead> {
    private String method = "";

    OutgoingAnswers(HeadReader<ResponseHead> heads) {
        super(heads);
    }

    /** What is answered is a request of that method. */
    void to(String asked) {
        method = asked;
    }

    @Override
    Http2Headers fields(ResponseHead head) {
        return FrameFields.of(head.fields(), 1).status(Integer.toString(head.status()));
    }

    @Override
    @Nullable
    Framing framing(ResponseHead head) {
        return head.isInterim() ? null : Framing.ofResponse(method, head.status(), head.fields(), head.minorVersion());
    }
}
