package io.sallyport.proxy.relay.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.egress.DialledAddress;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.UpstreamLimits;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.OutboundBuffer;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.transport.ReceiveBuffers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to a target: carries its events to the exchange that uses it. While none does, whatever comes (bytes
 * nobody asked for, or the end) closes it. One per channel; confined to its loop. Buffers that it reads are released
 * here, after the exchange has looked at them.
 */
public final class UpstreamConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(UpstreamConnection.class);

    private final UpstreamPool.Authority authority;
    private final SweepTimer age = new SweepTimer();
    private final SweepTimer rest = new SweepTimer();
    private final IdleOrder.Entry toTarget = new IdleOrder.Entry(this);
    private final IdleOrder.Entry ofSandbox = new IdleOrder.Entry(this);
    private final IdleOrder.Entry onLoop = new IdleOrder.Entry(this);
    private @Nullable Channel channel;
    private @Nullable OutboundBuffer outflow;
    private @Nullable DialledAddress address;
    private @Nullable UpstreamUser user;
    private @Nullable UpstreamPool pool;
    private boolean used;
    private boolean tookLeave;

    UpstreamConnection(UpstreamPool.Authority authority) {
        this.authority = authority;
    }

    UpstreamPool.Authority authority() {
        return authority;
    }

    /** Open now, to the checked {@code address}. */
    void opened(Channel to, DialledAddress checked) {
        channel = to;
        outflow = new OutboundBuffer(to);
        address = checked;
        to.config().setAutoClose(false); // a write that fails leaves what the target has said to be read
    }

    /** What waits for the target to read it; only once {@link #opened}. */
    public OutboundBuffer outflow() {
        OutboundBuffer open = outflow;
        if (open == null) {
            throw new IllegalStateException("not open yet");
        }
        return open;
    }

    /** What waits here is {@code payer}'s, whose reads follow what it has waiting. */
    public void charge(SandboxBuffers payer) {
        if (payer != outflow().payer()) {
            outflow().belongsTo(payer);
            ReceiveBuffers.bound(channel(), () -> payer.level().readBytes());
        }
    }

    /** The checked address it leads to; null before it is open. */
    public @Nullable DialledAddress address() {
        return address;
    }

    /** The channel; only once {@link #opened}. */
    public Channel channel() {
        Channel open = channel;
        if (open == null) {
            throw new IllegalStateException("not open yet");
        }
        return open;
    }

    /** Whether it is a stream of HTTP/2; only once {@link #opened}. */
    public boolean speaksHttp2() {
        return channel() instanceof Http2StreamChannel;
    }

    boolean isOpen() {
        return channel != null && channel.isActive();
    }

    /** Whether it has served a request before the one it serves now. */
    public boolean isReused() {
        return used;
    }

    /** The target may have closed what this is a stream of just when it was opened, as it may a kept connection. */
    void mayHaveEnded() {
        used = true;
    }

    /** From now on {@code next} hears its events. */
    public void serve(UpstreamUser next) {
        user = next;
        channel().config().setAutoRead(true);
    }

    /** Its exchange is over, and it is kept in {@code keeper}: the newest of each order. */
    void rest(UpstreamPool keeper, IdleOrder sameTarget, IdleOrder sameSandbox, IdleConnections sameLoop) {
        user = null;
        pool = keeper;
        used = true;
        sameTarget.add(toTarget);
        sameSandbox.add(ofSandbox);
        sameLoop.add(onLoop);
        rest.restart();
        channel().config().setAutoRead(true);
    }

    boolean isAtRest() {
        return pool != null;
    }

    /** It is used again, or closed. */
    void leavePool() {
        pool = null;
        toTarget.leave();
        ofSandbox.leave();
        onLoop.leave();
    }

    /** Nobody uses it any more, and it is closed. */
    public void close() {
        user = null;
        leavePool();
        Channel open = channel;
        if (open != null) {
            Channels.close(open);
        }
    }

    boolean isTooOld(UpstreamLimits limits, long nowNanos) {
        boolean aged = age.hasPassed(limits.maxAge().toNanos(), nowNanos);
        return rest.hasPassed(limits.maxIdle().toNanos(), nowNanos) || aged;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        UpstreamUser reader = user;
        try {
            if (reader == null) {
                Channels.close(ctx.channel());
            } else if (message instanceof HeadResult.Malformed<?>(var _, String why)) {
                reader.upstreamMalformed(why);
            } else {
                reader.upstreamRead((ByteBuf) message);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        UpstreamUser reader = user;
        UpstreamPool keeper = pool;
        if (reader != null) {
            reader.upstreamReadComplete();
        } else if (keeper != null && isOpen()) {
            // Not before: what nobody asked for has closed it by now.
            keeper.offer(this);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        OutboundBuffer open = outflow;
        if (open != null) {
            open.settle();
        }
        UpstreamUser writer = user;
        if (writer != null && ctx.channel().isWritable()) {
            writer.upstreamWritable();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslCloseCompletionEvent close && close.isSuccess()) {
            tookLeave = true;
            Channels.close(ctx.channel());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        OutboundBuffer open = outflow;
        if (open != null) {
            open.settle();
        }
        leavePool();
        UpstreamUser loser = user;
        user = null;
        if (loser != null) {
            loser.upstreamClosed(tookLeave || authority.scheme().ofHandshake() != Scheme.HTTPS);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!Channels.isPeersFault(cause)) {
            LOG.error("a connection to a target is cut by a fault of ours", cause);
        }
        Channels.close(ctx.channel());
    }
}
