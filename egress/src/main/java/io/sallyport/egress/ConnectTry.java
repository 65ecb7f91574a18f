package io.sallyport.egress;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.resolver.NoopAddressResolverGroup;
import io.sallyport.egress.transport.Transport;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One try to connect to one address. It stands in the new channel's pipeline until that is active, puts the caller's
 * handler there, and leaves: so a handler that can be used once is used for the try that succeeds. Confined to its event
 * loop; one per channel.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed and nobody needs to hear when
final class ConnectTry extends ChannelInboundHandlerAdapter {
    private final ChannelHandler initial;
    private final Consumer<End> done;
    private boolean ended;
    private @Nullable Channel channel;

    /** How the try ended. */
    sealed interface End {}

    record Opened(Channel channel) implements End {}

    record Broke(Throwable cause) implements End {}

    ConnectTry(ChannelHandler initial, Consumer<End> done) {
        this.initial = initial;
        this.done = done;
    }

    void start(EventLoop loop, Transport transport, InetSocketAddress address, int timeoutMillis) {
        ChannelFuture connect = new Bootstrap()
                .group(loop)
                .channel(transport.socketChannel())
                // What is dialled is an address that was judged; nothing may resolve it anew.
                .resolver(NoopAddressResolverGroup.INSTANCE)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .handler(this)
                .connect(address);
        channel = connect.channel();
        connect.addListener(future -> {
            if (future.isSuccess()) {
                // It is active now, or it was closed at once and never will be.
                loop.execute(() -> end(new Broke(new ClosedEarly())));
            } else {
                end(new Broke(future.cause()));
            }
        });
    }

    /** Gives it up: {@code done} hears nothing any more. */
    void abandon() {
        ended = true;
        Channel open = channel;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (ended) {
            ctx.close();
            return;
        }
        ctx.pipeline().addLast(initial);
        ctx.fireChannelActive();
        ctx.pipeline().remove(this);
        end(ctx.channel().isActive() ? new Opened(ctx.channel()) : new Broke(new ClosedEarly()));
    }

    /** What {@code initial} throws as it is put in place. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(new Broke(cause));
        ctx.close();
    }

    private void end(End end) {
        if (!ended) {
            ended = true;
            done.accept(end);
        }
    }

    /** The channel was closed between its connection and its use. */
    private static final class ClosedEarly extends Exception {
        private static final long serialVersionUID = 1L;

        ClosedEarly() {
            super("closed as soon as it was open", null, false, false);
        }
    }
}
