package io.sallyport.proxy.relay.http2;

import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.ServerChannel;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2 in a tunnel on a stream of another: a channel of its own, since Netty's multiplexer takes
 * stream 1 for an upgrade's unless its channel is a listener's child. What it reads and writes passes a handler of the
 * stream's channel; it holds bytes only while that channel is not writable. Confined to its event loop.
 */
final class TunnelledConnection extends AbstractChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);

    private final Channel stream;
    private final ChannelConfig config = new Config();
    private final Outside outside = new Outside();
    private boolean open = true;

    private TunnelledConnection(Channel stream) {
        super(listener(stream));
        this.stream = stream;
    }

    /**
     * The channel that speaks HTTP/2 in place of {@code channel}: itself, or where it is a stream one inside of it.
     *
     * @param last the name of the handler that hears what is left, in the pipelines of both
     */
    @SuppressWarnings("FutureReturnValueIgnored") // on its own event loop it is registered at once
    static Channel of(Channel channel, String last) {
        if (!(channel instanceof Http2StreamChannel)) {
            return channel;
        }
        var inside = new TunnelledConnection(channel);
        channel.pipeline().addBefore(last, null, inside.outside);
        inside.pipeline().addLast(last, inside.new Rest());
        channel.eventLoop().register(inside);
        return inside;
    }

    private static @Nullable Channel listener(Channel stream) {
        Channel found = stream;
        while (found != null && !(found instanceof ServerChannel)) {
            found = found.parent();
        }
        return found;
    }

    /** Carries between the stream's channel and this one. */
    private final class Outside extends ChannelDuplexHandler {
        private @Nullable ChannelHandlerContext context;

        private ChannelHandlerContext context() {
            ChannelHandlerContext known = context;
            if (known == null) {
                throw new IllegalStateException("not in the stream's pipeline");
            }
            return known;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            context = ctx;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            pipeline().fireChannelRead(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            pipeline().fireChannelReadComplete();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            if (ctx.channel().isWritable()) {
                unsafe().flush();
            }
            ctx.fireChannelWritabilityChanged();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            pipeline().fireUserEventTriggered(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            pipeline().fireExceptionCaught(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            unsafe().close(unsafe().voidPromise());
            ctx.fireChannelInactive();
        }

        /** The connection inside takes leave first. */
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the promise says it
        public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
            TunnelledConnection.this.close().addListener(_ -> ctx.close(promise));
        }
    }

    /** Hands what is left of this channel's events to whoever reads the stream's. */
    private final class Rest extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            outside.context().fireUserEventTriggered(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            outside.context().fireExceptionCaught(cause);
        }
    }

    /** Reading is paused where the bytes come from. */
    private final class Config extends DefaultChannelConfig {
        Config() {
            super(TunnelledConnection.this);
        }

        @Override
        protected void autoReadCleared() {
            stream.config().setAutoRead(false);
        }
    }

    private final class Connected extends AbstractUnsafe {
        @Override
        public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("it is connected"));
        }
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new Connected();
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected @Nullable SocketAddress localAddress0() {
        return null;
    }

    @Override
    protected @Nullable SocketAddress remoteAddress0() {
        return null;
    }

    @Override
    protected void doBind(SocketAddress address) {
        throw new UnsupportedOperationException("it is connected");
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // who waits for the end waits for the stream's
    protected void doClose() {
        open = false;
        outside.context().close();
    }

    @Override
    protected void doBeginRead() {
        stream.config().setAutoRead(true);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails comes back as the end of the stream
    protected void doWrite(ChannelOutboundBuffer buffer) {
        ChannelHandlerContext to = outside.context();
        for (Object next = buffer.current(); next != null && stream.isWritable(); next = buffer.current()) {
            to.write(ReferenceCountUtil.retain(next));
            buffer.remove();
        }
        to.flush();
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isActive() {
        return open && isRegistered();
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }
}
