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
import io.sallyport.egress.upstream.ConnectExchange;
import io.sallyport.transport.PooledBuffers;
import io.sallyport.transport.ReceiveBuffers;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection attempt in stages: connect; with an upstream proxy, TLS with it and a CONNECT; TLS with the target;
 * entry of the caller's handler. It stays in the new channel's pipeline until the last stage is done and then removes
 * itself. The caller's handler, which can be used only once, is therefore used for the try that succeeds and sees
 * nothing of the earlier stages. Confined to its event loop; one per channel.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed and nothing waits for that
final class ConnectAttempt extends ChannelInboundHandlerAdapter {
    private @Nullable Consumer<End> waiting;
    private @Nullable Channel channel;
    private @Nullable SslHandler securing;

    /** How a stage ended. */
    sealed interface End {}

    record Done(Channel channel) implements End {}

    record Broke(Throwable cause) implements End {}

    /** Opens the connection; {@code done} is called once with the end of this stage. */
    void open(EventLoop loop, Transport transport, InetSocketAddress address, int timeoutMillis, Consumer<End> done) {
        waiting = done;
        ChannelFuture connect = new Bootstrap()
                .group(loop)
                .channel(transport.socketChannel())
                // The address has been checked; nothing may resolve it again.
                .resolver(NoopAddressResolverGroup.INSTANCE)
                // TCP_NODELAY is not set here: Netty sets it on every socket that it creates, and would set it twice.
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

    /** By now a connected channel is active, or it was closed at once and never will be. */
    private void neverActive(Consumer<End> opening) {
        if (opening.equals(waiting)) {
            end(new Broke(new ClosedEarly()));
        }
    }

    /**
     * Performs a TLS handshake on the open connection, inside of what was secured before; {@code done} is called once
     * with the end of this stage.
     */
    void secure(SslHandler tls, Consumer<End> done) {
        waiting = done;
        securing = tls;
        Channel open = opened();
        ConnectExchange.leave(open.pipeline());
        addBefore(open, tls);
        open.read();
    }

    /** Asks the upstream proxy for a tunnel; the exchange itself tells its end. */
    void ask(ConnectExchange exchange) {
        waiting = null;
        addBefore(opened(), exchange);
    }

    private void addBefore(Channel open, ChannelHandler handler) {
        open.pipeline().addBefore(open.pipeline().context(this).name(), null, handler);
    }

    /** Adds the caller's handler to the pipeline; {@code done} is called once with the end of this stage. */
    void admit(ChannelHandler initial, Consumer<End> done) {
        waiting = done;
        Channel open = opened();
        open.pipeline().addLast(initial);
        open.pipeline().context(this).fireChannelActive();
        open.pipeline().remove(this);
        if (open.pipeline().get(ConnectExchange.class) != null) {
            open.eventLoop().execute(() -> ConnectExchange.leave(open.pipeline()));
        }
        end(open.isActive() ? new Done(open) : new Broke(new ClosedEarly()));
    }

    /** Abandons the connection: no callback is called any more. */
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
        SslHandler tls = securing;
        if (handshake.isSuccess() && tls != null) {
            TargetTls.shakenHands(tls);
            end(new Done(ctx.channel()));
        } else {
            end(new Broke(handshake.cause()));
            ctx.close();
        }
    }

    /** Receives TLS errors, and what {@code initial} throws when it is added. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(new Broke(cause));
        ctx.close();
    }

    /** Returns the channel; valid once the first stage has succeeded. */
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
