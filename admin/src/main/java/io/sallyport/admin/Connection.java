package io.sallyport.admin;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.sallyport.audit.AuditFilter;
import io.sallyport.model.ReasonCode;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: it takes one request after the other, so that the calls of a connection keep their order, and reads
 * nothing of the next before the last was answered. One for each channel, confined to its event loop; bodies are copied, so
 * that every buffer is released here.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close; a write has its listener
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    /** What is read and thrown away of a body that nobody wants, so that the connection can be kept. */
    private static final int MAX_DISCARDED_BYTES = 64 << 10;

    /** For a caller to read the last answer while it still sends: closed at once, it would lose it. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final Shared shared;
    private final Deadline deadline = new Deadline();
    /** Null while a head is awaited. */
    private @Nullable Exchange now;

    private @Nullable EventStream stream;
    /** The last answer is written: what still comes is thrown away. */
    private boolean over;

    Connection(Shared shared) {
        this.shared = shared;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (shared.connections().opened(ctx.channel())) {
            awaitHead(ctx);
        } else {
            ctx.close();
        }
    }

    private void awaitHead(ChannelHandlerContext ctx) {
        now = null;
        within(shared.limits().headTimeout(), ctx, ctx::close);
    }

    private void within(Duration wait, ChannelHandlerContext ctx, Runnable missed) {
        deadline.in(wait, ctx.channel().eventLoop(), missed);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (over || stream != null) {
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

    private void begin(ChannelHandlerContext ctx, HttpRequest head) {
        var exchange = new Exchange(head, shared.nanoClock().getAsLong());
        now = exchange;
        within(shared.limits().bodyTimeout(), ctx, () -> late(ctx, exchange));
        switch (shared.door().judge(head, local(ctx), peer(ctx))) {
            case FrontDoor.Refused refused -> refuse(ctx, exchange, refused);
            case FrontDoor.Passed passed -> admit(ctx, exchange, passed);
        }
    }

    private void admit(ChannelHandlerContext ctx, Exchange exchange, FrontDoor.Passed passed) {
        exchange.passed = passed;
        if (passed.caller() != null) {
            shared.connections().atWork(ctx.channel());
        }
        if (passed.route().takesBody()) {
            exchange.body = new Body(shared.bodies(), shared.limits().maxBodyBytes());
        }
        if (HttpUtil.is100ContinueExpected(exchange.head)) {
            var goOn = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE);
            ctx.writeAndFlush(goOn, ctx.voidPromise());
        }
    }

    private void take(ChannelHandlerContext ctx, Exchange exchange, HttpContent content) {
        if (exchange.body == null) {
            discard(ctx, exchange, content.content().readableBytes());
        } else {
            collect(ctx, exchange, exchange.body, content);
        }
        if (content instanceof LastHttpContent && !over) {
            ended(ctx, exchange);
        }
    }

    private void collect(ChannelHandlerContext ctx, Exchange exchange, Body body, HttpContent content) {
        switch (body.take(content.content())) {
            case TAKEN -> {}
            case TOO_LARGE -> drop(ctx, exchange, shared.door().tooLarge());
            case NO_ROOM -> drop(ctx, exchange, Problem.unavailable("too many bodies are being read already"));
        }
    }

    private void drop(ChannelHandlerContext ctx, Exchange exchange, Problem problem) {
        exchange.releaseBody();
        exchange.keepAlive = false;
        answer(ctx, exchange, problem.answer());
    }

    private void discard(ChannelHandlerContext ctx, Exchange exchange, int bytes) {
        exchange.discarded += bytes;
        if (exchange.discarded > MAX_DISCARDED_BYTES && exchange.keepAlive) {
            lastAnswer(ctx, exchange);
        }
    }

    /** The request is whole. The next one is not read before this one was answered. */
    private void ended(ChannelHandlerContext ctx, Exchange exchange) {
        exchange.ended = true;
        if (exchange.answered) {
            awaitNext(ctx);
            return;
        }
        ctx.channel().config().setAutoRead(false);
        if (!exchange.settled && exchange.passed != null) {
            deadline.cancel();
            call(ctx, exchange, exchange.passed);
        }
    }

    private void call(ChannelHandlerContext ctx, Exchange exchange, FrontDoor.Passed passed) {
        exchange.settled = true;
        ByteBuffer body = exchange.body == null ? ByteBuffer.allocate(0) : exchange.body.whole();
        var call = new Call(
                passed.route(),
                passed.caller(),
                passed.id(),
                passed.skill(),
                passed.parameters(),
                exchange.head.headers().get(HttpHeaderNames.IF_MATCH),
                body,
                asked(ctx, exchange));
        switch (shared.calls().reply(call)) {
            case Reply.Whole(var answer) ->
                answer.whenCompleteAsync(
                        (whole, fault) -> answer(
                                ctx,
                                exchange,
                                fault == null ? whole : Problem.fault().answer()),
                        ctx.channel().eventLoop());
            case Reply.Following(var filter) -> follow(ctx, exchange, filter);
        }
    }

    private void follow(ChannelHandlerContext ctx, Exchange exchange, AuditFilter filter) {
        if (shared.followers().enter()) {
            boolean chunked = exchange.head.protocolVersion().equals(HttpVersion.HTTP_1_1);
            stream = EventStream.begin(ctx, shared, filter, chunked);
            shared.connections().follows(ctx.channel());
            ctx.channel().config().setAutoRead(true); // its end is to be seen
        } else {
            answer(
                    ctx,
                    exchange,
                    Problem.unavailable("too many follow the audit already").answer());
        }
    }

    private void refuse(ChannelHandlerContext ctx, Exchange exchange, FrontDoor.Refused refused) {
        exchange.settled = true;
        exchange.keepAlive &= !refused.closes() && !exchange.awaitsLeave();
        ReasonCode reason = refused.recorded();
        if (reason == null) {
            answer(ctx, exchange, refused.problem().answer());
            return;
        }
        shared.records()
                .atDoor(Settled.refused(refused.problem(), reason), refused.caller(), asked(ctx, exchange))
                .whenComplete((answer, _) -> answer(ctx, exchange, answer));
    }

    private static Asked asked(ChannelHandlerContext ctx, Exchange exchange) {
        return new Asked(
                exchange.head.method().name(),
                exchange.path(),
                peer(ctx),
                exchange.startNanos,
                ctx.channel().eventLoop());
    }

    private void malformed(ChannelHandlerContext ctx, HttpObject part, Throwable cause) {
        LOG.debug("malformed request", cause);
        Exchange exchange = now;
        if (exchange == null && part instanceof HttpRequest head) {
            exchange = new Exchange(head, shared.nanoClock().getAsLong());
            now = exchange;
        }
        if (exchange == null) {
            ctx.close();
        } else if (exchange.settled) {
            lastAnswer(ctx, exchange);
        } else {
            exchange.releaseBody();
            Problem problem = Malformed.problem(cause, shared.limits());
            refuse(ctx, exchange, new FrontDoor.Refused(problem, true, ReasonCode.MALFORMED_REQUEST, null));
        }
    }

    /** The answer that is given, or will be, is the last: what follows is in doubt. */
    private void lastAnswer(ChannelHandlerContext ctx, Exchange exchange) {
        exchange.keepAlive = false;
        if (exchange.answered) {
            end(ctx);
        }
    }

    private void late(ChannelHandlerContext ctx, Exchange exchange) {
        if (exchange.settled) {
            ctx.close();
        } else {
            exchange.releaseBody();
            exchange.settled = true;
            exchange.keepAlive = false;
            answer(
                    ctx,
                    exchange,
                    Problem.of(408, "TIMEOUT", "the body did not arrive in time")
                            .answer());
        }
    }

    private void answer(ChannelHandlerContext ctx, Exchange exchange, Answer answer) {
        exchange.settled = true;
        exchange.keepAlive &= !shared.connections().isDraining();
        within(shared.limits().writeTimeout(), ctx, ctx::close);
        ctx.writeAndFlush(Responses.of(answer, exchange.keepAlive, exchange.isHead()))
                .addListener(written -> {
                    if (written.isSuccess()) {
                        answered(ctx, exchange);
                    } else {
                        ctx.close();
                    }
                });
    }

    private void answered(ChannelHandlerContext ctx, Exchange exchange) {
        exchange.answered = true;
        exchange.releaseBody();
        if (!exchange.keepAlive) {
            end(ctx);
        } else if (exchange.ended) {
            awaitNext(ctx);
        } else {
            within(shared.limits().bodyTimeout(), ctx, ctx::close);
        }
    }

    private void awaitNext(ChannelHandlerContext ctx) {
        shared.connections().waits(ctx.channel());
        awaitHead(ctx);
        ctx.channel().config().setAutoRead(true);
    }

    private void end(ChannelHandlerContext ctx) {
        over = true;
        shared.connections().waits(ctx.channel());
        Channel channel = ctx.channel();
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
        if (stream != null) {
            stream.pass();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        over = true;
        deadline.cancel();
        shared.connections().closed(ctx.channel());
        if (now != null) {
            now.releaseBody();
        }
        if (stream != null) {
            stream.close();
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("a connection of the control API failed", cause);
        ctx.close();
    }

    private static InetSocketAddress local(ChannelHandlerContext ctx) {
        return onNetwork(ctx.channel().localAddress());
    }

    private static InetSocketAddress peer(ChannelHandlerContext ctx) {
        return onNetwork(ctx.channel().remoteAddress());
    }

    /** A channel of {@link AdminInMemory} has no address there; both its ends are in this process. */
    private static InetSocketAddress onNetwork(SocketAddress address) {
        return address instanceof LocalAddress ? AdminInMemory.HERE : (InetSocketAddress) address;
    }
}
