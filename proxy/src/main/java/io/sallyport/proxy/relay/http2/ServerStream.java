package io.sallyport.proxy.relay.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.FieldSection;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.StreamRequest;

/**
 * One stream of a client: hands its request on as a {@link HeadResult} and the bytes of a body, and turns the answer that
 * is written back into frames. One for each stream; confined to its event loop.
 */
final class ServerStream extends MessageStream {
    private final ProxyLimits limits;
    private final OutgoingAnswers answers;
    private boolean begun;

    /** @param scratch of this event loop, as {@link HeadReader} takes it */
    ServerStream(ProxyLimits limits, byte[] scratch) {
        this(limits, new OutgoingAnswers(HeadReader.ofResponses(limits.response(), scratch)));
    }

    private ServerStream(ProxyLimits limits, OutgoingAnswers answers) {
        super(answers);
        this.limits = limits;
        this.answers = answers;
    }

    @Override
    boolean expectsHead() {
        return !begun;
    }

    @Override
    void head(ChannelHandlerContext ctx, FieldSection section, boolean ended) {
        begun = true;
        HeadResult<RequestHead> read = StreamRequest.read(section, ended, limits.request());
        if (read instanceof HeadResult.Complete<RequestHead>(RequestHead head)) {
            answers.to(head.method());
            expectBody(head.framing());
        }
        ctx.fireChannelRead(read);
    }

    /** Of a head that Netty could not read there is a record as of any other. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2Exception && !begun) {
            begun = true;
            ctx.fireChannelRead(new HeadResult.Malformed<RequestHead>(
                    ReasonCode.MALFORMED_REQUEST, "the field section is malformed"));
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    /** A whole answer stands, whatever else the client wanted to send (RFC 9113 section 8.1). */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the stream is closed next
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (answers.isEnded() && !isInputEnded()) {
            flush(ctx);
            ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR));
        }
        ctx.close(promise);
    }
}
