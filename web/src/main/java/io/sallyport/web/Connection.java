package io.sallyport.web;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
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
import io.netty.handler.ssl.SslHandler;
import io.sallyport.model.answer.OwnReply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection. It serves one request after the other, so that the calls of a connection keep their order, and reads
 * nothing of the next request before the last was answered. One per channel, confined to its event loop. Bodies are
 * copied; every buffer is released here.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a close; a write has its listener
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    /** How much of an unwanted body is read and discarded to keep the connection. */
    private static final int MAX_DISCARDED_BYTES = 64 << 10;

    /**
     * How long a caller may read the last answer while it still sends. If the connection closed at once, the caller
     * would lose the answer.
     */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final WebParts parts;
    private final Deadline deadline = new Deadline();
    /** Null while a head is awaited. */
    private @Nullable Exchange now;

    private @Nullable EventStream events;
    /** The last answer is written; further input is discarded. */
    private boolean over;

    Connection(WebParts parts) {
        this.parts = parts;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (parts.connections().opened(ctx.channel())) {
            within(parts.limits().headTimeout(), ctx, ctx::close);
        } else {
            ctx.close();
        }
    }

    private void within(Duration wait, ChannelHandlerContext ctx, Runnable missed) {
        deadline.in(wait, ctx.channel().eventLoop(), missed);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (over || events != null) {
            return;
        }
        if (part.decoderResult().isFailure()) {
            malformed(ctx, part, part.decoderResult().cause());
            return;
        }
        if (part instanceof HttpRequest head) {
            begin(ctx, head);
        }
        Exchange exchange = now;
        if (part instanceof HttpContent content && exchange != null) {
            take(ctx, exchange, content);
        }
    }

    private Exchange opened(ChannelHandlerContext ctx, HttpRequest head) {
        Channel channel = ctx.channel();
        var exchange = new Exchange(new WebRequest(
                head,
                onNetwork(channel.localAddress()),
                onNetwork(channel.remoteAddress()),
                parts.nanoClock().getAsLong(),
                channel.eventLoop()));
        now = exchange;
        parts.connections().asks(channel);
        return exchange;
    }

    /** Returns the network address; an in-memory channel has none, and both its ends are in this process. */
    private static InetSocketAddress onNetwork(SocketAddress address) {
        return address instanceof InetSocketAddress there
                ? there
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest head) {
        Exchange exchange = opened(ctx, head);
        within(parts.limits().bodyTimeout(), ctx, () -> late(ctx, exchange));
        switch (HeadForm.of(head, parts.limits().maxFields())) {
            case HeadForm.Faulty(var fault) -> refuse(ctx, exchange, fault);
            case HeadForm.Sound() -> judge(ctx, exchange);
        }
    }

    private void judge(ChannelHandlerContext ctx, Exchange exchange) {
        switch (parts.endpoint().judge(exchange.request)) {
            case HeadVerdict.Answered(var reply, var isLast) -> {
                exchange.keepAlive &= !isLast && isWorthReading(exchange);
                answer(ctx, exchange, reply);
            }
            case HeadVerdict.Admitted(var call) -> admit(ctx, exchange, call);
        }
    }

    /** Returns whether an unwanted body may be read and discarded to reach the request behind it. */
    private static boolean isWorthReading(Exchange exchange) {
        return !exchange.request.awaitsLeave() && exchange.request.headers().bodyBytes() <= MAX_DISCARDED_BYTES;
    }

    private void refuse(ChannelHandlerContext ctx, Exchange exchange, HeadFault fault) {
        exchange.keepAlive = false;
        answer(ctx, exchange, parts.endpoint().refuse(exchange.request, fault));
    }

    private void admit(ChannelHandlerContext ctx, Exchange exchange, WebCall call) {
        if (call.owner() == null) {
            parts.connections().works(ctx.channel());
        } else if (!parts.connections().reads(ctx.channel(), call.owner())) {
            exchange.keepAlive &= isWorthReading(exchange);
            answer(ctx, exchange, call.refuse(BodyFault.TOO_MANY_CONNECTIONS));
            return;
        }
        exchange.call = call;
        if (call.maxBodyBytes() > 0) {
            exchange.body = new Body(parts.bodies(), call.maxBodyBytes());
        }
        if (HttpUtil.is100ContinueExpected(exchange.request.head())) {
            var goOn = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE);
            ctx.writeAndFlush(goOn, ctx.voidPromise());
        }
    }

    private void take(ChannelHandlerContext ctx, Exchange exchange, HttpContent content) {
        if (exchange.body == null || exchange.call == null) {
            discard(ctx, exchange, content.content().readableBytes());
        } else {
            collect(ctx, exchange, exchange.body, exchange.call, content);
        }
        if (content instanceof LastHttpContent && !over) {
            ended(ctx, exchange);
        }
    }

    private void collect(ChannelHandlerContext ctx, Exchange exchange, Body body, WebCall call, HttpContent content) {
        switch (body.take(content.content())) {
            case TAKEN -> {}
            case TOO_LARGE -> drop(ctx, exchange, call.refuse(BodyFault.TOO_LARGE));
            case NO_ROOM -> drop(ctx, exchange, call.refuse(BodyFault.NO_ROOM));
        }
    }

    private void drop(ChannelHandlerContext ctx, Exchange exchange, Reply reply) {
        exchange.releaseBody();
        exchange.keepAlive = false;
        answer(ctx, exchange, reply);
    }

    private void discard(ChannelHandlerContext ctx, Exchange exchange, int bytes) {
        exchange.discarded += bytes;
        if (exchange.discarded <= MAX_DISCARDED_BYTES) {
            return;
        }
        exchange.keepAlive = false;
        if (exchange.answered) {
            end(ctx);
        } else if (exchange.settled) {
            ctx.channel().config().setAutoRead(false); // until the answer is written
        }
    }

    /** Handles the end of the request. The next one is not read before this one is answered. */
    private void ended(ChannelHandlerContext ctx, Exchange exchange) {
        exchange.ended = true;
        if (exchange.answered) {
            awaitNext(ctx);
            return;
        }
        ctx.channel().config().setAutoRead(false);
        WebCall call = exchange.call;
        if (!exchange.settled && call != null) {
            within(parts.limits().answerTimeout(), ctx, ctx::close);
            parts.connections().works(ctx.channel());
            answer(ctx, exchange, call.answer(exchange.body == null ? ByteBuffer.allocate(0) : exchange.body.whole()));
        }
    }

    private void malformed(ChannelHandlerContext ctx, HttpObject part, Throwable cause) {
        LOG.debug("malformed request", cause);
        Exchange exchange = now;
        if (exchange == null && part instanceof HttpRequest head) {
            exchange = opened(ctx, head);
        }
        if (exchange == null) {
            ctx.close();
        } else if (!exchange.settled) {
            exchange.releaseBody();
            refuse(ctx, exchange, HeadFault.of(cause));
        } else {
            exchange.keepAlive = false;
            if (exchange.answered) {
                end(ctx);
            }
        }
    }

    private void late(ChannelHandlerContext ctx, Exchange exchange) {
        WebCall call = exchange.call;
        if (exchange.settled || call == null) {
            ctx.close();
        } else {
            drop(ctx, exchange, call.refuse(BodyFault.LATE));
        }
    }

    private void answer(ChannelHandlerContext ctx, Exchange exchange, Reply reply) {
        exchange.settled = true;
        switch (reply) {
            case Reply.One(var one) -> answer(ctx, exchange, one);
            case Reply.Events(var source) -> follow(ctx, exchange, source);
            case Reply.Cut() -> ctx.close();
        }
    }

    private void follow(ChannelHandlerContext ctx, Exchange exchange, EventSource.Opening source) {
        deadline.cancel();
        events = EventStream.begin(ctx, parts.limits(), source, exchange.request.isChunkable());
        parts.connections().follows(ctx.channel());
        ctx.channel().config().setAutoRead(true); // to notice its end
    }

    private void answer(ChannelHandlerContext ctx, Exchange exchange, CompletionStage<? extends OwnReply> stage) {
        exchange.settled = true;
        stage.whenComplete((reply, fault) -> {
            Runnable step = fault == null ? () -> write(ctx, exchange, reply) : () -> failed(ctx, exchange, fault);
            if (ctx.channel().eventLoop().inEventLoop()) {
                step.run();
            } else {
                ctx.channel().eventLoop().execute(step);
            }
        });
    }

    private void failed(ChannelHandlerContext ctx, Exchange exchange, Throwable fault) {
        LOG.error("a call failed", fault);
        exchange.keepAlive = false;
        write(ctx, exchange, OwnReply.text(500, "text/plain", ""));
    }

    private void write(ChannelHandlerContext ctx, Exchange exchange, OwnReply reply) {
        exchange.keepAlive &= !parts.connections().isDraining();
        within(parts.limits().writeTimeout(), ctx, ctx::close);
        switch (reply) {
            case OwnReply.Whole whole ->
                ctx.writeAndFlush(Responses.whole(whole, exchange.keepAlive, exchange.request.isHead()))
                        .addListener((ChannelFuture written) -> written(ctx, exchange, written.isSuccess()));
            case OwnReply.Streamed streamed -> {
                ctx.write(
                        Responses.head(streamed, exchange.keepAlive, exchange.request.isChunkable()),
                        ctx.voidPromise());
                StreamWriter.start(
                        ctx.channel(), parts.writers(), streamed.content(), () -> written(ctx, exchange, true));
            }
        }
    }

    private void written(ChannelHandlerContext ctx, Exchange exchange, boolean isSuccess) {
        exchange.answered = true;
        exchange.releaseBody();
        if (!isSuccess) {
            ctx.close();
        } else if (!exchange.keepAlive) {
            end(ctx);
        } else if (exchange.ended) {
            awaitNext(ctx);
        } else {
            within(parts.limits().bodyTimeout(), ctx, ctx::close);
        }
    }

    private void awaitNext(ChannelHandlerContext ctx) {
        now = null;
        parts.connections().waits(ctx.channel());
        within(parts.limits().idleTimeout(), ctx, ctx::close);
        ctx.channel().config().setAutoRead(true);
    }

    private void end(ChannelHandlerContext ctx) {
        over = true;
        Channel channel = ctx.channel();
        parts.connections().ends(channel);
        if (channel instanceof DuplexChannel duplex && ctx.pipeline().get(SslHandler.class) == null) {
            duplex.shutdownOutput();
            channel.config().setAutoRead(true);
            within(LINGER, ctx, ctx::close);
        } else {
            ctx.close();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (events != null) {
            events.pass();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        over = true;
        deadline.cancel();
        parts.connections().closed(ctx.channel());
        if (now != null) {
            now.releaseBody();
        }
        if (events != null) {
            events.close();
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("a connection failed", cause);
        ctx.close();
    }
}
