package io.sallyport.egress.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.sallyport.egress.http.HttpFailure.Broken;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes the parts of one answer after the other to a thread that waits for them. Reading is off: each read is asked for, so
 * that no more is held than one read brings. One for each channel, on its event loop but for {@link #parts}; every buffer is
 * copied and released here.
 */
final class AnswerReader extends SimpleChannelInboundHandler<HttpObject> {
    private final BlockingQueue<AnswerPart> parts = new LinkedBlockingQueue<>();
    private boolean isAwaited;
    private boolean hasPassed;

    /** What has come and was not taken yet. */
    BlockingQueue<AnswerPart> parts() {
        return parts;
    }

    /** To be called before a request is written. */
    void expect() {
        isAwaited = true;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (!isAwaited) {
            ctx.close(); // nobody asked for it, or it is of no use any more
        } else if (part.decoderResult().isFailure()) {
            end(new Broken(ReasonCode.UPSTREAM_MALFORMED, "answered no HTTP"));
        } else {
            take(ctx, part);
        }
    }

    private void take(ChannelHandlerContext ctx, HttpObject part) {
        if (part instanceof HttpResponse head) {
            pass(new AnswerPart.Head(head.status().code(), head.headers(), HttpUtil.getContentLength(head, -1L)));
        }
        if (part instanceof HttpContent content && content.content().isReadable()) {
            byte[] copy = new byte[content.content().readableBytes()];
            content.content().readBytes(copy);
            pass(new AnswerPart.Piece(copy));
        }
        if (part instanceof LastHttpContent) {
            end(new AnswerPart.End());
            ctx.read(); // so that a close before the next request is seen
        }
    }

    private void pass(AnswerPart part) {
        hasPassed = true;
        parts.add(part);
    }

    private void end(AnswerPart last) {
        if (isAwaited) {
            isAwaited = false;
            pass(last);
        }
    }

    /** A read that brought nothing whole is not what was asked for. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!hasPassed && isAwaited) {
            ctx.read();
        }
        ctx.fireChannelReadComplete();
    }

    /** Asks for the next part. */
    void more(ChannelHandlerContext ctx) {
        hasPassed = false;
        ctx.read();
    }

    /** The request could not be written. */
    void lost() {
        end(new Broken(ReasonCode.UPSTREAM_CLOSED, "closed the connection before it was asked"));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(new Broken(ReasonCode.UPSTREAM_CLOSED, "closed the connection before its answer had ended"));
        ctx.fireChannelInactive();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(
                cause instanceof ArrivedBytes.OverCountException
                        ? new HttpFailure.OverCount()
                        : new Broken(ReasonCode.UPSTREAM_CLOSED, "lost the connection: " + cause));
        ctx.close();
    }
}
