package io.sallyport.fetch;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.concurrent.ScheduledFuture;
import io.sallyport.fetch.answer.Refused;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: one request after the other, the next not read before the last was answered. One for each channel,
 * confined to its event loop; bodies are copied, so that every buffer is released here.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close; a write has its listener
final class FetchConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(FetchConnection.class);
    /** What is read and thrown away of a body that nobody wants, so that its sender reads the answer. */
    private static final int MAX_DISCARDED_BYTES = 64 << 10;

    private static final Duration LINGER = Duration.ofSeconds(2);

    private final FetchParts parts;
    private @Nullable ScheduledFuture<?> deadline;
    private @Nullable Asked now;
    private boolean over;

    FetchConnection(FetchParts parts) {
        this.parts = parts;
    }

    /** One request. */
    private static final class Asked {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final boolean keepsAlive;
        private FetchDoor.@Nullable Fetch fetch;
        private boolean isEnded;
        private boolean isSettled;
        private boolean isAnswered;
        private long discarded;

        private Asked(boolean keepsAlive) {
            this.keepsAlive = keepsAlive;
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (parts.open().opened(ctx.channel())) {
            within(parts.limits().readTimeout(), ctx);
        } else {
            ctx.close();
        }
    }

    private void within(Duration wait, ChannelHandlerContext ctx) {
        cancel();
        deadline = ctx.channel().eventLoop().schedule(() -> ctx.close(), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void cancel() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (over) {
            return;
        }
        if (part.decoderResult().isFailure()) {
            malformed(ctx, part.decoderResult().cause());
            return;
        }
        if (part instanceof HttpRequest head) {
            begin(ctx, head);
        }
        Asked asked = now;
        if (part instanceof HttpContent content && asked != null) {
            take(ctx, asked, content);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest head) {
        boolean keepsAlive = HttpUtil.isKeepAlive(head);
        switch (parts.door().judge(head, ((InetSocketAddress) ctx.channel().remoteAddress()).getAddress())) {
            case FetchDoor.Health() -> {
                now = new Asked(keepsAlive);
                settle(ctx, now);
                write(ctx, now, FetchResponses.health());
            }
            case FetchDoor.Turned turned -> {
                now = new Asked(keepsAlive && !bringsBody(head));
                refuse(ctx, now, turned);
            }
            case FetchDoor.Fetch fetch -> {
                now = new Asked(keepsAlive);
                now.fetch = fetch;
                parts.open().atWork(ctx.channel());
                goOn(ctx, head);
            }
        }
    }

    /** A body that nobody wants is not waited for. */
    private static boolean bringsBody(HttpRequest head) {
        return HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
    }

    private void goOn(ChannelHandlerContext ctx, HttpRequest head) {
        within(parts.limits().readTimeout(), ctx);
        if (HttpUtil.is100ContinueExpected(head)) {
            var word = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE);
            ctx.writeAndFlush(word, ctx.voidPromise());
        }
    }

    private void take(ChannelHandlerContext ctx, Asked asked, HttpContent content) {
        int length = content.content().readableBytes();
        FetchDoor.Fetch fetch = asked.fetch;
        if (asked.isSettled || fetch == null) {
            asked.discarded += length;
        } else if (asked.body.size() + length > FetchBody.MAX_BYTES) {
            refuse(ctx, asked, new FetchDoor.Turned(Refused.tooLarge(), fetch.run(), null));
        } else {
            byte[] copy = new byte[length];
            content.content().readBytes(copy);
            asked.body.writeBytes(copy);
        }
        if (asked.discarded > MAX_DISCARDED_BYTES) {
            ctx.close();
        } else if (content instanceof LastHttpContent) {
            ended(ctx, asked);
        }
    }

    private void ended(ChannelHandlerContext ctx, Asked asked) {
        asked.isEnded = true;
        if (asked.isAnswered) {
            awaitNext(ctx, asked);
            return;
        }
        ctx.channel().config().setAutoRead(false);
        FetchDoor.Fetch fetch = asked.fetch;
        if (!asked.isSettled && fetch != null) {
            settle(ctx, asked);
            parts.desk()
                    .fetch(
                            fetch.run(),
                            asked.body.toByteArray(),
                            fetch.asArchive(),
                            answer -> answer(ctx, asked, answer));
        }
    }

    private void settle(ChannelHandlerContext ctx, Asked asked) {
        asked.isSettled = true;
        within(parts.limits().writeTimeout(), ctx);
    }

    private void refuse(ChannelHandlerContext ctx, Asked asked, FetchDoor.Turned turned) {
        settle(ctx, asked);
        parts.desk()
                .refuse(
                        turned.run(),
                        turned.refused(),
                        _ -> ctx.channel()
                                .eventLoop()
                                .execute(() ->
                                        write(ctx, asked, FetchResponses.refused(turned.refused(), turned.allow()))));
    }

    private void malformed(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("malformed request", cause);
        Asked asked = now == null || now.isAnswered ? new Asked(false) : now;
        if (asked.isSettled) {
            ctx.close();
            return;
        }
        now = asked;
        boolean isTooLong = cause instanceof TooLongHttpHeaderException || cause instanceof TooLongHttpLineException;
        Refused refused = isTooLong
                ? Refused.malformed(431, "request head too large")
                : Refused.malformed(400, "malformed request");
        over = true;
        refuse(ctx, asked, new FetchDoor.Turned(refused, null, null));
    }

    private void answer(ChannelHandlerContext ctx, Asked asked, FetchAnswer answer) {
        switch (answer) {
            case FetchAnswer.Landed(var path) -> later(ctx, asked, FetchResponses.landed(path));
            case FetchAnswer.Failed(var refused) -> later(ctx, asked, FetchResponses.refused(refused, null));
            case FetchAnswer.Archive(var tar) ->
                ctx.channel().eventLoop().execute(() -> TarWriter.start(ctx, parts, tar, () -> answered(ctx, asked)));
        }
    }

    private void later(ChannelHandlerContext ctx, Asked asked, DefaultFullHttpResponse response) {
        ctx.channel().eventLoop().execute(() -> write(ctx, asked, response));
    }

    private void write(ChannelHandlerContext ctx, Asked asked, DefaultFullHttpResponse response) {
        boolean keeps = asked.keepsAlive && !over && (asked.isEnded || asked.fetch == null);
        HttpUtil.setKeepAlive(response, keeps);
        ctx.writeAndFlush(response).addListener(written -> {
            if (!written.isSuccess()) {
                ctx.close();
            } else if (keeps) {
                answered(ctx, asked);
            } else {
                end(ctx);
            }
        });
    }

    private void answered(ChannelHandlerContext ctx, Asked asked) {
        asked.isAnswered = true;
        if (asked.isEnded) {
            awaitNext(ctx, asked);
        }
    }

    private void awaitNext(ChannelHandlerContext ctx, Asked asked) {
        if (!asked.keepsAlive) {
            end(ctx);
            return;
        }
        now = null;
        parts.open().waits(ctx.channel());
        within(parts.limits().idleTimeout(), ctx);
        ctx.channel().config().setAutoRead(true);
    }

    /** Closed at once, a peer that still sends would lose the answer. */
    private void end(ChannelHandlerContext ctx) {
        over = true;
        Channel channel = ctx.channel();
        parts.open().waits(channel);
        if (channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
            channel.config().setAutoRead(true);
            within(LINGER, ctx);
        } else {
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        over = true;
        cancel();
        parts.open().closed(ctx.channel());
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("a connection of the fetch endpoint failed", cause);
        ctx.close();
    }
}
