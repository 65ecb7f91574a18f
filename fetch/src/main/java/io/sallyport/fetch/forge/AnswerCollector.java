package io.sallyport.fetch.forge;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.sallyport.model.ReasonCode;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gathers one answer after the other on one connection; what does not end as it should closes it. One for each channel,
 * confined to its event loop, but for what {@link #expect} returns; every buffer is copied and released here.
 */
final class AnswerCollector extends SimpleChannelInboundHandler<HttpObject> {
    private @Nullable CompletableFuture<ForgeAnswer> awaited;
    private @Nullable HttpResponse head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream();
    private long mostBytes;

    /** The connection cannot be used. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1;

        private final ReasonCode reason;

        Broken(ReasonCode reason, String detail) {
            super(detail, null, false, false);
            this.reason = reason;
        }

        ReasonCode reason() {
            return reason;
        }
    }

    /** To be called before the request is written, on the loop. */
    void expect(CompletableFuture<ForgeAnswer> answer, long bytes) {
        awaited = answer;
        head = null;
        body = new ByteArrayOutputStream();
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
        String coding = response.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, "the forge's answer has a content coding");
        } else if (HttpUtil.getContentLength(response, 0L) > mostBytes) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, tooLong());
        }
    }

    private void take(ChannelHandlerContext ctx, HttpResponse response, HttpContent content) {
        int length = content.content().readableBytes();
        if (body.size() + (long) length > mostBytes) {
            fail(ctx, ReasonCode.UPSTREAM_MALFORMED, tooLong());
            return;
        }
        byte[] copy = new byte[length];
        content.content().readBytes(copy);
        body.writeBytes(copy);
        if (content instanceof LastHttpContent) {
            end(response);
        }
    }

    private String tooLong() {
        return "the forge's answer is longer than " + mostBytes + " bytes";
    }

    private void end(HttpResponse response) {
        CompletableFuture<ForgeAnswer> answer = awaited;
        awaited = null;
        head = null;
        if (answer != null) {
            HttpHeaders headers = response.headers();
            answer.complete(new ForgeAnswer(response.status().code(), headers, body.toByteArray()));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
    private void fail(ChannelHandlerContext ctx, ReasonCode reason, String detail) {
        broken(reason, detail);
        ctx.close();
    }

    private void broken(ReasonCode reason, String detail) {
        CompletableFuture<ForgeAnswer> answer = awaited;
        awaited = null;
        head = null;
        if (answer != null) {
            answer.completeExceptionally(new Broken(reason, detail));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        broken(ReasonCode.UPSTREAM_CLOSED, "the forge closed the connection before its answer had ended");
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(ctx, ReasonCode.UPSTREAM_CLOSED, "the connection to the forge failed: " + cause);
    }
}
