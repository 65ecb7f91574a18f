package io.sallyport.proxy.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.identity.NetworkEvidence;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries by TCP, each behind its length in two bytes (RFC 1035 section 4.2.2). Shared by the event loops of
 * its listener.
 */
public final class DnsConnections extends ChannelInitializer<Channel> {
    /** A question, and an OPT record with more padding than clients send (RFC 8467). */
    private static final int MAX_QUERY_BYTES = 1_024;

    private static final int LENGTH_BYTES = 2;

    private final NameService names;
    private final NetworkEvidence evidence;
    private final AtomicInteger open = new AtomicInteger();

    /** @param evidence says whose the queries are */
    public DnsConnections(NameService names, NetworkEvidence evidence) {
        this.names = names;
        this.evidence = evidence;
    }

    @Override
    protected void initChannel(Channel channel) {
        DnsSettings settings = names.settings();
        channel.closeFuture().addListener(_ -> open.decrementAndGet());
        if (open.incrementAndGet() > settings.maxConnections()) {
            var _ = channel.close();
            return;
        }
        long idle = settings.idleTimeout().toMillis();
        channel.pipeline()
                .addLast(new IdleStateHandler(idle, 0, 0, TimeUnit.MILLISECONDS))
                .addLast(new LengthFieldBasedFrameDecoder(
                        MAX_QUERY_BYTES + LENGTH_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES))
                .addLast(new Queries());
    }

    /** One connection; a client that does not read its answers is not read either, and is idle then. */
    private final class Queries extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf message) {
            ByteBuf answer = names.answer(owner(ctx), message, ctx.alloc());
            if (answer == null) {
                end(ctx);
                return;
            }
            var _ = ctx.write(ctx.alloc().buffer(LENGTH_BYTES).writeShort(answer.readableBytes()));
            var _ = ctx.write(answer);
        }

        private @Nullable SandboxId owner(ChannelHandlerContext ctx) {
            return evidence.sandbox(
                    ctx.channel().remoteAddress() instanceof InetSocketAddress client ? client.getAddress() : null);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            ctx.channel().config().setAutoRead(ctx.channel().isWritable());
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            switch (event) {
                case IdleStateEvent _ -> end(ctx);
                case ChannelInputShutdownEvent _ ->
                    ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
                default -> {}
            }
        }

        /** A message that is too long, or a connection that broke. */
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            end(ctx);
        }

        private static void end(ChannelHandlerContext ctx) {
            var _ = ctx.close();
        }
    }
}
