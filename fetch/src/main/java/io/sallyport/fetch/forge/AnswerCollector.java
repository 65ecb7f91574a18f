package io.sallyport.fetch.forge;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gathers one answer after the other on one connection; what does not end as it should closes it. One for each channel,
 * confined to its event loop, but for what {@link #expect} returns; every buffer is copied and released here.
 */
final class AnswerCollector extends SimpleChannelInboundHandler<HttpObject> {
    private @Nullable CompletableFuture<ForgeAnswer> awaited;
    private @Nullable HttpResponse head;
    private AnswerBody body = new AnswerBody(0);
    private long mostBytes;

    /** To be called before the request is written, on the loop. */
    void expect(CompletableFuture<ForgeAnswer> answer, long bytes) {
        awaited = answer;
        head = null;
        mostBytes = bytes;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (part.decoderResult().isFailure()) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, "the forge's answer is no HTTP");
            return;
        }
        if (awaited == null) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, "the forge sent what nobody asked for");
            return;
        }
        if (part instanceof HttpResponse response) {
            begin(ctx, response);
        }
        if (part instanceof HttpContent content && head != null) {
            take(ctx, head, content);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpResponse response) {
        head = response;
        long length = HttpUtil.getContentLength(response, -1L);
        String coding = response.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, "the forge's answer has a content coding");
        } else if (length > mostBytes) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, tooLong());
        } else {
            body = new AnswerBody(length < 0 ? mostBytes : length);
        }
    }

    private void take(ChannelHandlerContext ctx, HttpResponse response, HttpContent content) {
        int length = content.content().readableBytes();
        if (body.length() + (long) length > mostBytes) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, tooLong());
            return;
        }
        body.add(content.content());
        if (content instanceof LastHttpContent) {
            end(response);
        }
    }

    private String tooLong() {
        return "the forge's answer is longer than " + mostBytes + " bytes";
    }

    private void end(HttpResponse response) {
        CompletableFuture<ForgeAnswer> answer = awaited;
        byte[] whole = body.whole();
        forget();
        if (answer != null) {
            answer.complete(new ForgeAnswer(response.status().code(), response.headers(), whole));
        }
    }

    /** Whoever has the answer holds it alone. */
    private void forget() {
        awaited = null;
        head = null;
        body = new AnswerBody(0);
    }

    private void fail(ChannelHandlerContext ctx, ReasonCode reason, String detail) {
        fail(ctx, Refused.forgeFailed(reason, detail));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
    private void fail(ChannelHandlerContext ctx, Refused refused) {
        broken(refused);
        ctx.close();
    }

    private void broken(Refused refused) {
        CompletableFuture<ForgeAnswer> answer = awaited;
        forget();
        if (answer != null) {
            answer.completeExceptionally(new RefusedException(refused));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        broken(Refused.forgeFailed(
                ReasonCode.UPSTREAM_CLOSED, "the forge closed the connection before its answer had ended"));
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(
                ctx,
                cause instanceof RefusedException ours
                        ? ours.refused()
                        : Refused.forgeFailed(
                                ReasonCode.UPSTREAM_CLOSED, "the connection to the forge failed: " + cause));
    }
}
