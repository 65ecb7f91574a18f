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
import io.sallyport.model.OwnReply;
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
    /** How long what nobody wants is read and thrown away after the answer, so that its sender comes to read that. */
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
        private FetchDoor.@Nullable Admitted fetch;
        private boolean isEnded;
        private boolean isSettled;
        private boolean isAnswered;

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
            case ListenerDoor.Health() -> {
                now = new Asked(keepsAlive && !bringsBody(head));
                settle(ctx, now);
                write(ctx, now, FetchReplies.health());
            }
            case ListenerDoor.Said(FetchDoor.Turned turned) -> {
                now = new Asked(keepsAlive && !bringsBody(head));
                refuse(ctx, now, turned);
            }
            case ListenerDoor.Said(FetchDoor.Admitted fetch) -> {
                if (parts.open().reads(ctx.channel(), fetch.run().sandbox())) {
                    now = new Asked(keepsAlive);
                    now.fetch = fetch;
                    goOn(ctx, head);
                } else {
                    now = new Asked(keepsAlive && !bringsBody(head));
                    refuse(ctx, now, new FetchDoor.Turned(Refused.tooBusy(), fetch.run(), null));
                }
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
        FetchDoor.Admitted fetch = asked.fetch;
        if (!asked.isSettled && fetch != null) {
            if (asked.body.size() + length > FetchBody.MAX_BYTES) {
                refuse(ctx, asked, new FetchDoor.Turned(Refused.tooLarge(), fetch.run(), null));
            } else {
                byte[] copy = new byte[length];
                content.content().readBytes(copy);
                asked.body.writeBytes(copy);
            }
        }
        if (content instanceof LastHttpContent) {
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
        FetchDoor.Admitted fetch = asked.fetch;
        if (!asked.isSettled && fetch != null) {
            settle(ctx, asked);
            parts.open().works(ctx.channel());
            parts.desk()
                    .fetch(
                            fetch.run(),
                            asked.body.toByteArray(),
                            fetch.wanted(),
                            answer -> later(ctx, asked, FetchReplies.of(answer)));
        }
    }

    private void settle(ChannelHandlerContext ctx, Asked asked) {
        asked.isSettled = true;
        within(parts.limits().writeTimeout(), ctx);
    }

    /** What still comes of its body waits for the answer, which a close with unread bytes would take from the peer. */
    private void refuse(ChannelHandlerContext ctx, Asked asked, FetchDoor.Turned turned) {
        settle(ctx, asked);
        ctx.channel().config().setAutoRead(false);
        parts.desk().refuse(turned.run(), turned.refused(), _ -> later(ctx, asked, FetchReplies.of(turned)));
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

    private void later(ChannelHandlerContext ctx, Asked asked, OwnReply reply) {
        ctx.channel().eventLoop().execute(() -> {
            switch (reply) {
                case OwnReply.Whole whole -> write(ctx, asked, whole);
                case OwnReply.Streamed streamed ->
                    StreamWriter.start(ctx.channel(), parts.writers(), streamed, () -> answered(ctx, asked));
            }
        });
    }

    private void write(ChannelHandlerContext ctx, Asked asked, OwnReply.Whole reply) {
        boolean keeps = asked.keepsAlive && !over && (asked.isEnded || asked.fetch == null);
        DefaultFullHttpResponse response = NettyReplies.whole(reply);
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
        } else {
            ctx.channel().config().setAutoRead(true);
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
