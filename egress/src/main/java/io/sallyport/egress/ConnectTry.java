package io.sallyport.egress;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.resolver.NoopAddressResolverGroup;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.transport.PooledBuffers;
import io.sallyport.transport.ReceiveBuffers;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection on its way, in up to three stages: it is opened, it shakes hands, the caller's handler enters. It stands in
 * the new channel's pipeline until the last is done, and leaves: so a handler that can be used once is used for the try that
 * succeeds, and sees nothing of what came before. Confined to its event loop; one per channel.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed and nobody needs to hear when
final class ConnectTry extends ChannelInboundHandlerAdapter {
    private @Nullable Consumer<End> waiting;
    private @Nullable Channel channel;

    /** How a stage ended. */
    sealed interface End {}

    record Done(Channel channel) implements End {}

    record Broke(Throwable cause) implements End {}

    /** Opens it; {@code done} hears the end of this stage once. */
    void open(EventLoop loop, Transport transport, InetSocketAddress address, int timeoutMillis, Consumer<End> done) {
        waiting = done;
        ChannelFuture connect = new Bootstrap()
                .group(loop)
                .channel(transport.socketChannel())
                // What is dialled is an address that was judged; nothing may resolve it anew.
                .resolver(NoopAddressResolverGroup.INSTANCE)
                // TCP_NODELAY is not named here: Netty sets it on every socket that it makes, and would set it twice.
                .option(ChannelOption.ALLOCATOR, PooledBuffers.allocator())
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ReceiveBuffers())
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .handler(this)
                .connect(address);
        channel = connect.channel();
        connect.addListener(future -> {
            if (future.isSuccess()) {
                loop.execute(() -> neverActive(done));
            } else {
                end(new Broke(future.cause()));
            }
        });
    }

    /** What was connected is active by now, or was closed at once and never will be. */
    private void neverActive(Consumer<End> opening) {
        if (opening.equals(waiting)) {
            end(new Broke(new ClosedEarly()));
        }
    }

    /** Shakes hands on the open connection; {@code done} hears the end of this stage once. */
    void secure(SslHandler tls, Consumer<End> done) {
        waiting = done;
        Channel open = opened();
        open.pipeline().addFirst(tls);
        open.read();
    }

    /** Puts the caller's handler in place; {@code done} hears the end of this stage once. */
    void admit(ChannelHandler initial, Consumer<End> done) {
        waiting = done;
        Channel open = opened();
        open.pipeline().addLast(initial);
        open.pipeline().context(this).fireChannelActive();
        open.pipeline().remove(this);
        end(open.isActive() ? new Done(open) : new Broke(new ClosedEarly()));
    }

    /** Gives it up: nobody hears anything any more. */
    void abandon() {
        waiting = null;
        Channel open = channel;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (waiting == null) {
            ctx.close();
        } else {
            end(new Done(ctx.channel()));
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            shaken(ctx, handshake);
        }
    }

    private void shaken(ChannelHandlerContext ctx, SslHandshakeCompletionEvent handshake) {
        if (handshake.isSuccess()) {
            TargetTls.shakenHands(ctx.pipeline().get(SslHandler.class));
            end(new Done(ctx.channel()));
        } else {
            end(new Broke(handshake.cause()));
            ctx.close();
        }
    }

    /** What TLS finds wrong, and what {@code initial} throws as it is put in place. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(new Broke(cause));
        ctx.close();
    }

    /** The channel, once the first stage has ended well. */
    Channel opened() {
        Channel open = channel;
        if (open == null) {
            throw new IllegalStateException("the connection is not open yet");
        }
        return open;
    }

    private void end(End end) {
        Consumer<End> done = waiting;
        if (done != null) {
            waiting = null;
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
