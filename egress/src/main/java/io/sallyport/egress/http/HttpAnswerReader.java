package io.sallyport.egress.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.sallyport.egress.http.HttpFailure.Broken;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes the parts of answers, one answer after the other, to a thread that waits for them. Auto-read is off and each
 * read is requested, so that no more is held than one read returns. One per channel; confined to its event loop, except
 * for {@link #parts} and {@link #hasHeard}. Copies and releases every buffer.
 */
final class HttpAnswerReader extends SimpleChannelInboundHandler<HttpObject> {
    private final BlockingQueue<AnswerPart> parts = new LinkedBlockingQueue<>();
    private boolean isAwaited;
    private boolean hasPassed;
    private volatile boolean hasHeard;

    /** Returns the parts that have arrived and were not taken yet. */
    BlockingQueue<AnswerPart> parts() {
        return parts;
    }

    /** Expects an answer; must be called before a request is written. */
    void expect() {
        isAwaited = true;
        hasHeard = false;
    }

    /** Returns {@code count} for the bytes of this channel, which then also tells {@link #hasHeard}. */
    ByteCount hearing(ByteCount count) {
        return came -> {
            hasHeard = true;
            return count.receive(came);
        };
    }

    /** Returns whether a byte has come since an answer is expected. May be called from any thread. */
    boolean hasHeard() {
        return hasHeard;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the close
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (!isAwaited) {
            ctx.close(); // unrequested, or of no use any more
        } else if (part.decoderResult().isFailure()) {
            end(new Broken(ReasonCode.UPSTREAM_MALFORMED, "answered no HTTP"));
        } else {
            take(ctx, part);
        }
    }

    private void take(ChannelHandlerContext ctx, HttpObject part) {
        if (part instanceof HttpResponse head) {
            int status = head.status().code();
            boolean keepsAlive = HttpUtil.isKeepAlive(head) && status != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
            pass(new AnswerPart.Head(status, head.headers(), HttpUtil.getContentLength(head, -1L), keepsAlive));
        }
        if (part instanceof HttpContent content && content.content().isReadable()) {
            byte[] copy = new byte[content.content().readableBytes()];
            content.content().readBytes(copy);
            pass(new AnswerPart.Piece(copy));
        }
        if (part instanceof LastHttpContent) {
            end(new AnswerPart.End());
            ctx.read(); // so that a close before the next request is noticed
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

    /** Reads again if the last read yielded no complete part. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!hasPassed && isAwaited) {
            ctx.read();
        }
        ctx.fireChannelReadComplete();
    }

    /** Requests the next part. */
    void more(ChannelHandlerContext ctx) {
        hasPassed = false;
        ctx.read();
    }

    /** Ends the answer because the request could not be written. */
    void lost() {
        end(new Broken(ReasonCode.UPSTREAM_CLOSED, "closed the connection before it was asked"));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(new Broken(ReasonCode.UPSTREAM_CLOSED, "closed the connection before its answer had ended"));
        ctx.fireChannelInactive();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the close
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(
                cause instanceof ReceivedByteCounter.OverCountException
                        ? new HttpFailure.OverCount()
                        : new Broken(ReasonCode.UPSTREAM_CLOSED, "lost the connection: " + cause));
        ctx.close();
    }
}
