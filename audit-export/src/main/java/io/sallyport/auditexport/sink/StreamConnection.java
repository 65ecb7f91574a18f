package io.sallyport.auditexport.sink;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that bytes are written to and nothing is expected of, opened by the dialer. Used by one thread, which
 * blocks.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a close
final class StreamConnection implements AutoCloseable {
    private final Channel channel;

    private StreamConnection(Channel channel) {
        this.channel = channel;
    }

    /** Opens a connection, and waits for it for {@code nanos}; null if there is none then. */
    static @Nullable StreamConnection open(Dialer dialer, Target target, EventLoop loop, long nanos) {
        var opened = new CompletableFuture<DialOutcome>();
        Dialer.Dial dial = dialer.dial(target, loop, new Discarding(), opened::complete);
        try {
            return switch (opened.get(nanos, TimeUnit.NANOSECONDS)) {
                case DialOutcome.Connected(Channel channel, var _) -> new StreamConnection(channel);
                case DialOutcome.Failed _ -> null;
            };
        } catch (TimeoutException _) {
            giveUp(loop, dial, opened);
            return null;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            giveUp(loop, dial, opened);
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a dial ends with an outcome", e);
        }
    }

    private static void giveUp(EventLoop loop, Dialer.Dial dial, CompletableFuture<DialOutcome> opened) {
        loop.execute(() -> {
            dial.cancel();
            if (opened.getNow(null) instanceof DialOutcome.Connected(Channel late, var _)) {
                late.close();
            }
        });
    }

    boolean isOpen() {
        return channel.isActive();
    }

    /** Writes, and returns whether the kernel has all of it within {@code nanos}. */
    boolean write(byte[] bytes, long nanos) {
        ChannelFuture written = channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
        try {
            return written.await(nanos, TimeUnit.NANOSECONDS) && written.isSuccess();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        channel.close();
    }

    /** Reads on, so that the end of the connection is seen, and keeps nothing. */
    private static final class Discarding extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.read();
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            if (ctx.channel().isActive()) {
                ctx.read();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object read) {
            ReferenceCountUtil.release(read);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.read();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
