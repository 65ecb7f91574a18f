package io.sallyport.fetch.file;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes the parts of one answer to a thread that waits for them. Reading is off: each read is asked for, so that no more
 * is held than one read brings. One for each channel, on its event loop but for {@link #parts}; every buffer is copied and
 * released here.
 */
final class AnswerParts extends SimpleChannelInboundHandler<HttpObject> {
    private final BlockingQueue<FileAnswer> parts = new LinkedBlockingQueue<>();
    private boolean hasPassed;
    private boolean isOver;

    /** What has come and was not taken yet. */
    BlockingQueue<FileAnswer> parts() {
        return parts;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (isOver) {
            return;
        }
        if (part.decoderResult().isFailure()) {
            end(new FileAnswer.Broken(ReasonCode.UPSTREAM_MALFORMED, "the target's answer is no HTTP"));
            return;
        }
        if (part instanceof HttpResponse head) {
            pass(new FileAnswer.Head(head.status().code(), head.headers(), HttpUtil.getContentLength(head, -1L)));
        }
        if (part instanceof HttpContent content) {
            take(content);
        }
    }

    private void take(HttpContent content) {
        int length = content.content().readableBytes();
        if (length > 0) {
            byte[] copy = new byte[length];
            content.content().readBytes(copy);
            pass(new FileAnswer.Piece(copy));
        }
        if (content instanceof LastHttpContent) {
            end(new FileAnswer.End());
        }
    }

    private void pass(FileAnswer part) {
        hasPassed = true;
        parts.add(part);
    }

    private void end(FileAnswer last) {
        isOver = true;
        pass(last);
    }

    /** A read that brought nothing whole is not what was asked for. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!hasPassed && !isOver) {
            ctx.read();
        }
        ctx.fireChannelReadComplete();
    }

    /** Asks for the next part. On the event loop. */
    void more(ChannelHandlerContext ctx) {
        hasPassed = false;
        ctx.read();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!isOver) {
            end(new FileAnswer.Broken(
                    ReasonCode.UPSTREAM_CLOSED, "the target closed the connection before its answer had ended"));
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!isOver) {
            end(new FileAnswer.Broken(ReasonCode.UPSTREAM_CLOSED, "the connection to the target failed: " + cause));
        }
    }
}
