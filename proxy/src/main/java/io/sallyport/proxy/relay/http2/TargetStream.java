package io.sallyport.proxy.relay.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.proxy.listener.FieldSection;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.listener.StreamResponse;
import io.sallyport.proxy.listener.StreamTrailers;
import org.jspecify.annotations.Nullable;

/**
 * One stream to a target: turns the request that is written into frames, and hands the answer on as a connection of
 * HTTP/1.1 that serves one request. What cannot be read is handed on as a {@link HeadResult.Malformed}. One for each
 * stream; confined to its event loop.
 */
final class TargetStream extends ChannelDuplexHandler {
    private static final int USUAL_HEAD_BYTES = 512;

    private final ProxyLimits limits;
    private final OutgoingRequests requests;
    private @Nullable IncomingBody body;

    TargetStream(ProxyLimits limits, byte[] scratch) {
        this.limits = limits;
        this.requests = new OutgoingRequests(HeadReader.ofRequests(limits.response(), scratch));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        switch (message) {
            case Http2HeadersFrame frame when body == null -> head(ctx, frame);
            case Http2HeadersFrame frame -> trailers(ctx, frame);
            case Http2DataFrame frame -> data(ctx, frame);
            default -> ReferenceCountUtil.release(message);
        }
    }

    private void head(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        FieldSection section = ((OrderedHeaders) frame.headers()).section();
        HeadResult<ResponseHead> read = StreamResponse.read(section, limits.response());
        if (read instanceof HeadResult.Complete<ResponseHead>(ResponseHead head)) {
            begin(ctx, head, frame.isEndStream());
        } else {
            ctx.fireChannelRead(read);
        }
    }

    private void begin(ChannelHandlerContext ctx, ResponseHead head, boolean ended) {
        ByteBuf out = ctx.alloc().buffer(USUAL_HEAD_BYTES);
        ByteBufUtil.writeAscii(out, "HTTP/1.1 " + head.status() + " \r\n");
        IncomingText.fields(out, head.fields());
        Framing framing = Framing.ofResponse(requests.method(), head.status(), head.fields(), 1);
        boolean unsaid = framing instanceof Framing.UntilClose && !head.isInterim();
        if (unsaid) {
            ByteBufUtil.writeAscii(out, ended ? "Content-Length: 0\r\n" : "Transfer-Encoding: chunked\r\n");
        }
        ByteBufUtil.writeAscii(out, head.isInterim() ? "\r\n" : "Connection: close\r\n\r\n");
        if (!head.isInterim()) {
            body = new IncomingBody(unsaid && !ended ? Framing.CHUNKED : framing);
        }
        ctx.fireChannelRead(out);
    }

    private void data(ChannelHandlerContext ctx, Http2DataFrame frame) {
        IncomingBody to = body;
        if (to == null) {
            frame.release();
            return;
        }
        to.content(ctx, frame.content());
        if (frame.isEndStream()) {
            to.end(ctx, HeaderFields.NONE);
        }
    }

    private void trailers(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        HeaderFields trailers = StreamTrailers.read(((OrderedHeaders) frame.headers()).section());
        IncomingBody to = body;
        if (trailers == null || to == null) {
            ctx.fireExceptionCaught(Http2Exception.streamError(
                    frame.stream().id(), Http2Error.PROTOCOL_ERROR, "the trailers are malformed"));
        } else {
            to.end(ctx, trailers);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the promise says it
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            requests.write(bytes, promise);
        } else {
            ctx.write(message, promise);
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        requests.flush(ctx);
        ctx.flush();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        requests.release();
    }
}
