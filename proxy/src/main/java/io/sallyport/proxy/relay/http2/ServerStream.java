package io.sallyport.proxy.relay.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.FieldSection;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.StreamRequest;
import io.sallyport.proxy.listener.TargetForm;

/**
 * One stream of a client: hands its request on as a {@link HeadResult} and the bytes of a body, and turns the answer
 * that is written back into frames. One for each stream; confined to its event loop.
 */
final class ServerStream extends MessageStream {
    private final TargetForm form;
    private final ProxyLimits limits;
    private final OutgoingAnswers answers;
    private boolean begun;

    /** @param scratch of this event loop, as {@link HeadReader} takes it */
    ServerStream(TargetForm form, ProxyLimits limits, byte[] scratch) {
        this(form, limits, new OutgoingAnswers(HeadReader.ofResponses(limits.response(), scratch)));
    }

    private ServerStream(TargetForm form, ProxyLimits limits, OutgoingAnswers answers) {
        super(answers);
        this.form = form;
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
        HeadResult<RequestHead> read = StreamRequest.read(section, form, ended, limits.request());
        boolean open = false;
        if (read instanceof HeadResult.Complete<RequestHead>(RequestHead head)) {
            boolean webSocket = StreamRequest.opensWebSocket(head);
            open = webSocket || head.isConnect();
            answers.to(head.method(), webSocket);
            expectBody(open ? Framing.UNTIL_CLOSE : head.framing());
        }
        ctx.fireChannelRead(read);
        if (open && ended) {
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
    }

    /** Of a head that Netty could not read there is a record as of any other. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2Exception && !begun) {
            begun = true;
            ctx.fireChannelRead(new HeadResult.Malformed<RequestHead>(
                    ReasonCode.MALFORMED_REQUEST, "the field section is malformed"));
        } else {
            super.exceptionCaught(ctx, cause);
        }
    }

    /** That the connection takes leave ends no stream as END_STREAM would: what is open breaks off with it. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof SslCloseCompletionEvent)) {
            ctx.fireUserEventTriggered(event);
        }
    }

    /**
     * A whole answer, or an ended WebSocket or tunnel, stands, whatever the client would still send (RFC 9113 section
     * 8.1). Where some of a tunnel has not gone, the stream is reset: its end would look like that of the whole.
     */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (answers.isCutShort()) {
            super.close(ctx, promise);
        } else if (answers.endOpen()) {
            flush(ctx);
            ctx.executor().execute(() -> end(ctx, promise)); // frames that are being read hold flushes back
        } else if (answers.isEnded()) {
            flush(ctx);
            end(ctx, promise);
        } else {
            super.close(ctx, promise);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the stream is closed next
    private void end(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (!isInputEnded()) {
            ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR));
        }
        ctx.close(promise);
    }
}
