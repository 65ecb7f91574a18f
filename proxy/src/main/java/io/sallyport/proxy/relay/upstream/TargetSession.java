package io.sallyport.proxy.relay.upstream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.egress.DialledAddress;
import io.sallyport.proxy.listener.UpstreamLimits;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.http2.TargetFrames;
import io.sallyport.transport.ReceiveBuffers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a target that speaks HTTP/2: each request of its sandbox has a stream of its own on it. Closed once
 * it is old or was idle, and no stream is open. Confined to its event loop.
 */
final class TargetSession extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(TargetSession.class);

    private final UpstreamPool.Authority authority;
    private final DialledAddress address;
    private final SandboxBuffers payer;
    private final UpstreamPool pool;
    private final SweepTimer age = new SweepTimer();
    private final SweepTimer rest = new SweepTimer();
    private final Channel channel;
    private final TargetFrames frames;
    private int streams;
    private boolean used;
    private boolean leaving;

    /** @param payer whose sandbox pays for what waits here */
    TargetSession(
            UpstreamPool pool,
            UpstreamPool.Authority authority,
            Channel channel,
            DialledAddress address,
            SandboxBuffers payer) {
        this.pool = pool;
        this.payer = payer;
        this.authority = authority;
        this.address = address;
        this.channel = channel;
        this.frames = pool.begin(channel, this);
        ReceiveBuffers.bound(channel, () -> payer.level().readBytes());
        channel.config().setAutoRead(true);
    }

    UpstreamPool.Authority authority() {
        return authority;
    }

    boolean hasRoom() {
        return !leaving && streams < frames.room();
    }

    /** A connection of one request on a stream of its own; null where the target takes none. */
    @Nullable
    UpstreamConnection open() {
        var connection = new UpstreamConnection(authority);
        Channel stream = frames.open(connection);
        if (stream == null) {
            return null;
        }
        connection.opened(stream, address);
        if (used) {
            connection.mayHaveEnded();
        }
        used = true;
        streams++;
        stream.closeFuture().addListener(_ -> closed());
        return connection;
    }

    private void closed() {
        streams--;
        rest.restart();
        if (leaving) {
            closeIfIdle();
        } else {
            pool.offer(this);
        }
    }

    /** Opens nothing more, and closes once nothing is open. */
    void leave() {
        leaving = true;
        closeIfIdle();
    }

    private void closeIfIdle() {
        if (streams == 0) {
            Channels.close(channel);
        }
    }

    void sweep(UpstreamLimits limits, long nowNanos) {
        frames.unread().settle(payer);
        if (age.hasPassed(limits.maxAge().toNanos(), nowNanos)
                || (streams == 0 && rest.hasPassed(limits.maxIdle().toNanos(), nowNanos))) {
            leave();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        throw new IllegalStateException("frames of a connection are taken before");
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        leaving = true;
        frames.unread().end();
        pool.ended(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!Channels.isPeersFault(cause)) {
            LOG.error("a connection to a target is cut by a fault of ours", cause);
        }
        Channels.close(ctx.channel());
    }
}
