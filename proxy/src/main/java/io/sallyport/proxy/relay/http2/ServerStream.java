package io.sallyport.proxy.relay.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.FieldSection;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.StreamRequest;
import io.sallyport.proxy.listener.StreamTrailers;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a client: hands its request on as a {@link HeadResult} and the bytes of a body, and turns the answer that
 * is written back into frames. One for each stream; confined to its event loop.
 */
public final class ServerStream extends ChannelDuplexHandler {
    private final ProxyLimits limits;
    private final byte[] scratch;
    private @Nullable IncomingBody body;
    private @Nullable OutgoingAnswers answers;
    private boolean inputEnded;

    /** @param scratch of this event loop, as {@link HeadReader} takes it */
    public ServerStream(ProxyLimits limits, byte[] scratch) {
        this.limits = limits;
        this.scratch = scratch;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        switch (message) {
            case Http2HeadersFrame frame when answers == null -> begin(ctx, frame);
            case Http2HeadersFrame frame -> trailers(ctx, frame);
            case Http2DataFrame frame -> data(ctx, frame);
            default -> ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        inputEnded = frame.isEndStream();
        HeadResult<RequestHead> read = StreamRequest.read(section(frame), inputEnded, limits.request());
        String method = "";
        if (read instanceof HeadResult.Complete<RequestHead>(RequestHead head)) {
            method = head.method();
            body = new IncomingBody(head.framing());
        }
        answers = new OutgoingAnswers(HeadReader.ofResponses(limits.response(), scratch), method);
        ctx.fireChannelRead(read);
    }

    private static FieldSection section(Http2HeadersFrame frame) {
        return ((OrderedHeaders) frame.headers()).section();
    }

    private void data(ChannelHandlerContext ctx, Http2DataFrame frame) {
        inputEnded = frame.isEndStream();
        IncomingBody to = body;
        if (to == null) {
            frame.release();
            return;
        }
        to.content(ctx, frame.content());
        if (inputEnded) {
            to.end(ctx, HeaderFields.NONE);
        }
    }

    private void trailers(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        HeaderFields trailers = StreamTrailers.read(section(frame));
        IncomingBody to = body;
        if (trailers == null) {
            ctx.fireExceptionCaught(Http2Exception.streamError(
                    frame.stream().id(), Http2Error.PROTOCOL_ERROR, "the trailers are malformed"));
        } else if (to != null) {
            inputEnded = true;
            to.end(ctx, trailers);
        }
    }

    /** Of a head that Netty could not read there is a record as of any other. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2Exception && answers == null) {
            answers = new OutgoingAnswers(HeadReader.ofResponses(limits.response(), scratch), "");
            ctx.fireChannelRead(new HeadResult.Malformed<RequestHead>(
                    ReasonCode.MALFORMED_REQUEST, "the field section is malformed"));
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the promise says it
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        OutgoingAnswers out = answers;
        if (message instanceof ByteBuf bytes && out != null) {
            out.write(bytes, promise);
        } else {
            ctx.write(message, promise);
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        OutgoingAnswers out = answers;
        if (out != null) {
            out.flush(ctx);
        }
        ctx.flush();
    }

    /** A whole answer stands, whatever else the client wanted to send (RFC 9113 section 8.1). */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the stream is closed next
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        OutgoingAnswers out = answers;
        if (out != null && out.isEnded() && !inputEnded) {
            flush(ctx);
            ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR));
        }
        ctx.close(promise);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        OutgoingAnswers out = answers;
        if (out != null) {
            out.release();
        }
    }
}
