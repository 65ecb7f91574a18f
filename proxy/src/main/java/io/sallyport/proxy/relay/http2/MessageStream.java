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
import io.sallyport.proxy.listener.FieldSection;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.StreamTrailers;
import org.jspecify.annotations.Nullable;

/**
 * One stream, between its frames and the messages of HTTP/1.1 that are spoken on its channel. A head that comes is a
 * subclass's to read; bodies and trailers, and all that is written, are the same on both sides. One for each stream;
 * confined to its event loop.
 */
abstract class MessageStream extends ChannelDuplexHandler {
    private final OutgoingMessages<?> outgoing;
    private @Nullable IncomingBody body;
    private boolean inputEnded;
    private @Nullable Http2Error error;

    MessageStream(OutgoingMessages<?> outgoing) {
        this.outgoing = outgoing;
    }

    /**
     * Takes the fields of a head, and hands on what they have come to.
     *
     * @param ended whether the stream ends with it
     */
    abstract void head(ChannelHandlerContext ctx, FieldSection section, boolean ended);

    /** Whether a field section that comes now is a head; else it is one of trailers. */
    abstract boolean expectsHead();

    /** From now on content is the body of a message that is framed so. */
    final void expectBody(Framing framing) {
        body = new IncomingBody(framing);
    }

    /** Whether the other side has ended its half. */
    final boolean isInputEnded() {
        return inputEnded;
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object message) {
        switch (message) {
            case Http2HeadersFrame frame -> fields(ctx, frame);
            case Http2DataFrame frame -> data(ctx, frame);
            default -> ReferenceCountUtil.release(message);
        }
    }

    private void fields(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        FieldSection section = ((OrderedHeaders) frame.headers()).section();
        inputEnded = frame.isEndStream();
        if (expectsHead()) {
            head(ctx, section, inputEnded);
        } else {
            trailers(ctx, frame, section);
        }
    }

    private void trailers(ChannelHandlerContext ctx, Http2HeadersFrame frame, FieldSection section) {
        HeaderFields trailers = StreamTrailers.read(section);
        IncomingBody to = body;
        if (trailers == null) {
            exceptionCaught(
                    ctx,
                    Http2Exception.streamError(
                            frame.stream().id(), Http2Error.PROTOCOL_ERROR, "the trailers are malformed"));
        } else if (to != null) {
            to.end(ctx, trailers);
        }
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

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the promise says it
    public final void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            outgoing.write(bytes, promise);
        } else if (message instanceof Http2DataFrame) {
            ReferenceCountUtil.release(message); // the end of our half
            outgoing.endBody(promise);
        } else {
            ctx.write(message, promise);
        }
    }

    @Override
    public final void flush(ChannelHandlerContext ctx) {
        outgoing.flush(ctx);
        ctx.flush();
    }

    /** Whoever hears of it closes the stream. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2Exception broken) {
            error = broken.error();
        }
        ctx.fireExceptionCaught(cause);
    }

    /** A stream that broke a rule of HTTP/2 is told which (RFC 9113 section 5.4.2). */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the promise says it
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (error != null) {
            ctx.writeAndFlush(new DefaultHttp2ResetFrame(error));
        }
        ctx.close(promise);
    }

    @Override
    public final void handlerRemoved(ChannelHandlerContext ctx) {
        outgoing.release();
    }
}
