package io.sallyport.testkit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** One connection of an origin: reads requests and answers them in order. One per channel. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, which the test sees
final class OriginHandler extends SimpleChannelInboundHandler<HttpObject> {
    private final OriginScript script;
    private final OriginJournal journal;
    private final int connection;
    private final Queue<Asked> waiting = new ArrayDeque<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private long bodyBytes;
    private boolean asked;
    private boolean answering;
    private @Nullable HttpRequest head;
    private @Nullable OriginAnswerWriter current;

    OriginHandler(OriginScript script, OriginJournal journal, int connection) {
        this.script = script;
        this.journal = journal;
        this.connection = connection;
    }

    private record Asked(ReceivedRequest request, boolean keepAlive) {}

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
        if (message.decoderResult().isFailure()) {
            ctx.close();
            return;
        }
        if (message instanceof HttpRequest request) {
            begin(ctx, request);
        }
        if (message instanceof HttpContent content) {
            take(ctx, content);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        head = request;
        body.reset();
        bodyBytes = 0;
        asked = script.answersAtHead();
        if (asked) {
            ask(ctx, request);
        } else if (HttpUtil.is100ContinueExpected(request)) {
            ctx.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
    }

    private void take(ChannelHandlerContext ctx, HttpContent content) {
        int length = content.content().readableBytes();
        int kept = Math.min(length, ReceivedRequest.MAX_BODY_BYTES - body.size());
        journal.bodyCame(length);
        bodyBytes += length;
        try {
            content.content().readBytes(body, kept);
        } catch (IOException e) {
            throw new IllegalStateException("a byte array refused bytes", e);
        }
        HttpRequest request = head;
        if (content instanceof LastHttpContent && !asked && request != null) {
            ask(ctx, request);
        }
    }

    private void ask(ChannelHandlerContext ctx, HttpRequest request) {
        ReceivedRequest received = new ReceivedRequest(
                connection,
                request.method().name(),
                request.uri(),
                request.headers().entries(),
                Bytes.of(body.toByteArray()),
                bodyBytes);
        journal.add(received);
        waiting.add(new Asked(received, HttpUtil.isKeepAlive(request)));
        next(ctx);
    }

    private void next(ChannelHandlerContext ctx) {
        Asked one = answering ? null : waiting.poll();
        if (one == null) {
            return;
        }
        answering = true;
        boolean head = one.request().method().equals("HEAD");
        current = new OriginAnswerWriter(ctx, one.keepAlive(), head, () -> {
            answering = false;
            next(ctx);
        });
        current.give(script.answer(one.request()));
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        OriginAnswerWriter answer = current;
        if (answer != null && ctx.channel().isWritable()) {
            answer.more();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A peer that disconnects is normal here; the test sees it in the journal.
        ctx.close();
    }
}
