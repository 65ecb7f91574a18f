package io.sallyport.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** Writes one answer. Confined to its connection's event loop, except for the thread of {@link Answer.Later}. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, which the test sees
final class OriginAnswerWriter {
    private static final int PIECE_BYTES = 64 * 1024;
    private static final long NO_END = Long.MAX_VALUE;
    private static final ByteBuf ZEROES = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(new byte[PIECE_BYTES]));

    private final ChannelHandlerContext ctx;
    private final boolean keepAlive;
    private final boolean headOnly;
    private final Runnable done;
    private long left;

    OriginAnswerWriter(ChannelHandlerContext ctx, boolean keepAlive, boolean headOnly, Runnable done) {
        this.ctx = ctx;
        this.keepAlive = keepAlive;
        this.headOnly = headOnly;
        this.done = done;
    }

    void give(Answer answer) {
        switch (answer) {
            case Answer.Whole whole -> whole(whole);
            case Answer.Sized sized -> stream(head(200, sized.bytes()), sized.bytes());
            case Answer.Chunked chunked -> chunked(chunked);
            case Answer.Endless _ -> stream(chunkedHead(), NO_END);
            case Answer.Stalled stalled -> {
                ctx.write(chunkedHead());
                ctx.writeAndFlush(new DefaultHttpContent(text(stalled.sent())));
            }
            case Answer.Cut cut -> {
                ctx.write(head(200, cut.declared()));
                closeAfter(ctx.writeAndFlush(new DefaultHttpContent(text(cut.sent()))));
            }
            case Answer.Raw raw -> raw(raw);
            case Answer.Silence _ -> {}
            case Answer.Close _ -> ctx.close();
            case Answer.Later later -> work(later.work());
        }
    }

    /** Continues a streamed body; called when the connection becomes writable. */
    void more() {
        while (left > 0 && ctx.channel().isWritable() && ctx.channel().isActive()) {
            int size = (int) Math.min(left, PIECE_BYTES);
            left = left == NO_END ? NO_END : left - size;
            ctx.writeAndFlush(new DefaultHttpContent(ZEROES.retainedSlice(0, size)));
            if (left == 0) {
                end(ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
            }
        }
    }

    private void whole(Answer.Whole whole) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(whole.status()),
                headOnly
                        ? Unpooled.EMPTY_BUFFER
                        : Unpooled.wrappedBuffer(whole.body().toArray()));
        whole.headers().forEach(response.headers()::set);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, whole.body().size());
        end(ctx.writeAndFlush(persistent(response)));
    }

    private void chunked(Answer.Chunked answer) {
        ctx.write(chunkedHead());
        if (!headOnly) {
            answer.chunks().forEach(chunk -> ctx.writeAndFlush(new DefaultHttpContent(text(chunk))));
        }
        end(ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    private void stream(HttpResponse head, long bytes) {
        ctx.write(head);
        left = headOnly ? 0 : bytes;
        if (left == 0) {
            end(ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
        }
        more();
    }

    /** Writes bytes past the codec, which would refuse malformed ones. */
    private void raw(Answer.Raw raw) {
        ByteBuf bytes = Unpooled.copiedBuffer(raw.bytes(), StandardCharsets.ISO_8859_1);
        ChannelFuture written = ctx.pipeline().context(HttpServerCodec.class).writeAndFlush(bytes);
        if (raw.close()) {
            closeAfter(written);
        } else {
            done.run();
        }
    }

    private void work(Callable<Answer> work) {
        Thread.ofPlatform().daemon().name("origin-work").start(() -> {
            Answer answer = outcome(work);
            ctx.executor().execute(() -> give(answer));
        });
    }

    private static Answer outcome(Callable<Answer> work) {
        try {
            return work.call();
        } catch (Exception e) {
            return Answer.text(500, "the origin failed: " + e);
        }
    }

    private void end(ChannelFuture written) {
        if (keepAlive) {
            done.run();
        } else {
            closeAfter(written);
        }
    }

    private static void closeAfter(ChannelFuture written) {
        written.addListener(ChannelFutureListener.CLOSE);
    }

    private HttpResponse chunkedHead() {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        return persistent(response);
    }

    private HttpResponse head(int status, long length) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, length);
        return persistent(response);
    }

    private HttpResponse persistent(HttpResponse response) {
        if (!keepAlive) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        return response;
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }
}
